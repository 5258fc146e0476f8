import { pathToFileURL } from "node:url";
import { ConfigMap, Pod } from "@kubewright/api/core/v1";
import { Manager, type ManagerOptions, timerSource } from "@kubewright/operator";

export interface Program extends ManagerOptions {
  /** @default 60_000 */
  readonly everyMs?: number;
}

/** Counts the pods of each phase from time to time, into a ConfigMap. No object leads to it: only the clock. */
export async function main({ everyMs = 60_000, ...options }: Program = {}, signal?: AbortSignal): Promise<void> {
  const manager = await Manager.create(options);
  const census = { namespace: "default", name: "pod-census" };
  manager
    .controller("pod-census")
    .source(timerSource({ everyMs, jitter: 0.1, keys: [census] }))
    .reconcile(async ({ key, client, log, signal }) => {
      const counts = new Map<string, number>();
      for (const { status } of (await client.list(Pod, { signal })).items) {
        const phase = status?.phase ?? "Unknown";
        counts.set(phase, (counts.get(phase) ?? 0) + 1);
      }
      const data = Object.fromEntries([...counts].map(([phase, count]) => [phase, String(count)]));
      await client.apply(ConfigMap.of({ metadata: { ...key }, data }), { signal });
      log.info({ data }, "counted the pods");
    });
  await manager.start(signal && { signal });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
