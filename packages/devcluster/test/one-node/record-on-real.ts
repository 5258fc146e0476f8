import { setTimeout as wait } from "node:timers/promises";
import type { KubeObject } from "@kubewright/api";
import { Namespace, ServiceAccount } from "@kubewright/api/core/v1";
import { eventually } from "@kubewright/testing";
import type { OneNode } from "../../../../e2e/cluster/start-one-node.ts";
import { Observer } from "./observer.ts";
import type { OneNodeRecording, OneNodeScenario } from "./one-node-scenario.ts";

/** For how long nothing may change until it is settled. */
const quietMs = 2_500;

/** Runs a scenario on a real node. Gives what it came to. */
export async function recordOnReal(scenario: OneNodeScenario, node: OneNode): Promise<OneNodeRecording> {
  const { client, nodeName } = node;
  const namespace = scenario.name;
  await client.create(Namespace.of({ metadata: { name: namespace } }));
  await eventually(() => client.get(ServiceAccount, { name: "default", namespace }));
  const observer = new Observer({ scenario, client, namespace, node: { name: nodeName } });
  const recording: Record<string, unknown> = {};
  await scenario.steps({
    client,
    namespace,
    pass: (seconds) => wait(seconds * 1000),
    crashNode: () => node.crash(),
    create: (...objects) => createIn(client, namespace, objects),
    async reach(label, check) {
      await eventually(
        async () => {
          const objects = await observer.objects();
          if (!check(objects, await observer.events()))
            throw new Error(`${label}: not yet: ${JSON.stringify(objects)}`);
        },
        { timeoutMs: 90_000, intervalMs: 100 },
      );
      let before = "";
      for (let now = versionsOf(await observer.objects()); now !== before; now = versionsOf(await observer.objects())) {
        before = now;
        await wait(quietMs);
      }
      recording[label] = await observer.observe();
    },
  });
  // What is left of it would keep the machine busy.
  await client.delete(Namespace, { name: namespace }).catch(() => {});
  return recording;
}

/** Creates objects in a namespace. */
export async function createIn(
  client: OneNode["client"],
  namespace: string,
  objects: readonly KubeObject[],
): Promise<void> {
  for (const object of objects) await client.create({ ...object, metadata: { ...object.metadata, namespace } });
}

function versionsOf(objects: readonly KubeObject[]): string {
  return objects.map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`).join();
}
