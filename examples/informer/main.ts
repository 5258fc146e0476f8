import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { Deployment } from "@kubewright/api/apps/v1";
import { connect, formatKey, Informer, keyOf, type ObjectKey, WorkQueue } from "@kubewright/operator";

export interface Program {
  /** @default KUBECONFIG, the pod's service account, or ~/.kube/config */
  readonly kubeconfig?: string;
  readonly signal: AbortSignal;
  print(line: string): void;
}

/** Tells which Deployments of the whole cluster are not ready: an informer, its lister and a queue, without a manager. */
export async function main({ kubeconfig, signal, print }: Program): Promise<void> {
  await using client = await connect(kubeconfig === undefined ? {} : { kubeconfig });
  const queue = new WorkQueue<ObjectKey>({ id: formatKey });
  await using informer = new Informer({
    client,
    kind: Deployment,
    stripManagedFields: true,
    indexes: { image: ({ spec }) => spec.template.spec?.containers.map(({ image = "" }) => image) ?? [] },
  });
  informer.addHandler(({ object }) => queue.add(keyOf(object)));
  informer.start();
  await informer.whenSynced({ signal });
  print(`there are ${informer.store.size} Deployments`);
  signal.addEventListener("abort", () => void queue.shutDown());

  // However often one changes meanwhile, it is in the queue once.
  for (let taken = await queue.take(); taken !== undefined; taken = await queue.take()) {
    const { item } = taken;
    try {
      const deployment = informer.lister.get(item);
      if (deployment === undefined) print(`${formatKey(item)} is gone`);
      else {
        const { replicas = 1 } = deployment.spec;
        const { readyReplicas = 0 } = deployment.status ?? {};
        const [image = ""] = deployment.spec.template.spec?.containers.map((each) => each.image) ?? [];
        const others = informer.lister.byIndex("image", image).length - 1;
        print(`${formatKey(item)}: ${readyReplicas} of ${replicas} ready, ${others} others run ${image}`);
      }
      queue.forget(item);
    } catch (error) {
      print(`${formatKey(item)}: ${error}`);
      queue.add(item, { rateLimited: true });
    } finally {
      queue.done(item);
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const interrupted = new AbortController();
  void once(process, "SIGINT").then(() => interrupted.abort());
  await main({ signal: interrupted.signal, print: console.log });
}
