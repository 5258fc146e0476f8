import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { isConflict } from "@kubewright/api";
import { ConfigMap } from "@kubewright/api/core/v1";
import { connect } from "@kubewright/client";

/** What the program is told and where it writes. */
export interface Program {
  /** @default KUBECONFIG, the pod's service account, or ~/.kube/config */
  readonly kubeconfig?: string;
  readonly namespace?: string;
  /** How many changes to see before it ends. @default no limit: it ends when `signal` aborts */
  readonly changes?: number;
  readonly signal?: AbortSignal;
  print(line: string): void;
}

/** Lists the ConfigMaps of a namespace, applies one, and tells of every change from there on. */
export async function main({
  kubeconfig,
  namespace = "default",
  changes = Infinity,
  signal,
  print,
}: Program): Promise<void> {
  await using client = await connect({
    fieldManager: "list-watch-apply",
    ...(kubeconfig !== undefined && { kubeconfig }),
  });

  // 1. List: in pages, all as of one moment.
  let resourceVersion = "";
  for await (const page of client.listPages(ConfigMap, { namespace, limit: 100 })) {
    resourceVersion = page.metadata.resourceVersion!;
    for (const { metadata } of page.items) print(`found ${metadata.name}`);
  }

  // 2. Apply: say what you want; what others own stays theirs.
  const wanted = ConfigMap.of({ metadata: { namespace, name: "greeting" }, data: { greeting: "hello" } });
  try {
    await client.apply(wanted);
    print("applied greeting");
  } catch (error) {
    if (!isConflict(error)) throw error;
    print(`someone else has a say: ${(error as Error).message}`);
  }

  // 3. Watch: from the moment of the list, so that nothing is missed. A watch ends now and then; go on where it ended.
  let seen = 0;
  const isOver = (): boolean => seen >= changes || signal?.aborted === true;
  while (!isOver()) {
    try {
      for await (const event of client.watch(ConfigMap, { namespace, resourceVersion, ...(signal && { signal }) })) {
        resourceVersion = event.type === "BOOKMARK" ? event.resourceVersion : event.object.metadata.resourceVersion!;
        if (event.type === "BOOKMARK") continue;
        print(`${event.type.toLowerCase()} ${event.object.metadata.name} ${JSON.stringify(event.object.data ?? {})}`);
        seen++;
        if (isOver()) break;
      }
    } catch (error) {
      if (!isOver()) throw error;
    }
  }
  print(`saw ${seen} changes`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const interrupted = new AbortController();
  void once(process, "SIGINT").then(() => interrupted.abort());
  const [namespace] = process.argv.slice(2);
  await main({ ...(namespace && { namespace }), signal: interrupted.signal, print: console.log });
}
