import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { ConfigMap } from "@kubewright/api/core/v1";
import { iterableSource, keysEqual, Manager, type ManagerOptions, where } from "@kubewright/operator";

export interface Program extends ManagerOptions {
  /** Where the flags come from: any text. */
  readonly url: string;
  /** @default 10_000 */
  readonly everyMs?: number;
}

/** Keeps a ConfigMap `flags` as a server outside of the cluster says: when that changes, and when somebody edits the ConfigMap. */
export async function main({ url, everyMs = 10_000, ...options }: Program, signal?: AbortSignal): Promise<void> {
  const manager = await Manager.create(options);
  const flags = { namespace: "default", name: "flags" };
  manager
    .controller("flags")
    .for(ConfigMap, { predicates: [where(({ metadata }) => keysEqual(metadata, flags))] })
    // A function: it is called again when the iteration fails, later each time.
    .source(
      iterableSource(
        ({ signal }) => changesOf(url, everyMs, signal),
        () => [flags],
        { name: "flags" },
      ),
    )
    .reconcile(async ({ key, client, signal }) => {
      // What leads here says that something changed, not what: the reconciler looks for itself.
      const data = { flags: await textAt(url, signal) };
      await client.apply(ConfigMap.of({ metadata: { ...key }, data }), { signal });
    });
  await manager.start(signal && { signal });
}

/** Gives what is there whenever it has changed. */
async function* changesOf(url: string, everyMs: number, signal: AbortSignal): AsyncGenerator<string> {
  for (let last: string | undefined; ; await delay(everyMs, undefined, { signal })) {
    const text = await textAt(url, signal);
    if (text !== last) yield text;
    last = text;
  }
}

async function textAt(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url} answers with ${response.status}`);
  return await response.text();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await main({ url: process.argv[2] ?? "http://127.0.0.1:8000/" });
