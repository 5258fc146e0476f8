import type { ClusterController } from "../cluster-controller.ts";
import { GarbageCollector } from "./garbage-collector.ts";
import { ResourceMonitors } from "./resource-monitors.ts";

const name = "garbage-collector-controller";

/** Collects objects whose owners are gone, of all kinds that the server serves. */
export const garbageCollectorController: ClusterController = {
  name,
  addTo({ manager, clock, random }) {
    let check = (_uid: string): void => {};
    const collector = new GarbageCollector({
      client: manager.client.live,
      events: manager.events(name),
      clock,
      random,
      check: (uid) => check(uid),
    });
    manager
      .controller(name, { maxConcurrentReconciles: 20 })
      .source({
        name: "all objects",
        async start({ sink, signal, log }) {
          // Requests of this controller are uids, in the place of names.
          check = (uid) => sink.add({ name: uid });
          const monitors = new ResourceMonitors({
            client: manager.client,
            cache: manager.cache,
            graph: collector.graph,
            clock,
            log,
            signal,
            onKindsChanged: () => collector.kindsChanged(),
          });
          await monitors.start();
        },
      })
      .reconcile(({ key, client, signal }) => collector.work(key.name, { client: client.live, signal }));
  },
};
