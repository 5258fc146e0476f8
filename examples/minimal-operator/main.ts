import { pathToFileURL } from "node:url";
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import { Manager, type ManagerOptions, reconcileObject, setControllerReference } from "@kubewright/operator";

/** Keeps a ConfigMap `team` in each namespace that has the label `team`. */
const keepTeam = reconcileObject(Namespace, async (namespace, { client, signal }) => {
  const { name, labels, deletionTimestamp } = namespace.metadata;
  const team = labels?.team;
  if (team === undefined || deletionTimestamp !== undefined) return;
  const map = ConfigMap.of({ metadata: { namespace: name, name: "team" }, data: { team } });
  setControllerReference(namespace, map);
  await client.apply(map, { signal });
});

export async function main(options: ManagerOptions = {}, signal?: AbortSignal): Promise<void> {
  const manager = await Manager.create(options);
  manager.controller("team").for(Namespace).owns(ConfigMap).reconcile(keepTeam);
  await manager.start(signal && { signal });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
