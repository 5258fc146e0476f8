import { isGone, type Kind, type KubeObject, type ObjectList } from "@kubewright/api";
import type { ListOptions } from "@kubewright/client";
import type { InformerClient } from "../informer-options.ts";
import type { ListInTake } from "./stream-replica.ts";

export interface ReadPagesOptions<T extends KubeObject> {
  /** Selection, signal and time limit of each page. */
  readonly list: ListOptions;
  readonly pageSize: number;
  readonly notOlderThan: string | undefined;
  /** Called again when the list has to begin anew. */
  readonly beginList: () => ListInTake<T>;
  /** Called when the server has answered. */
  readonly onAnswer: () => void;
}

/**
 * Lists all that exists, page by page, as of one moment. The next page is under way while one is taken in.
 *
 * When the server forgets that moment meanwhile, all is read again without pages: that cannot happen to a single answer.
 */
export async function readPages<T extends KubeObject>(
  client: InformerClient,
  kind: Kind<T>,
  options: ReadPagesOptions<T>,
): Promise<void> {
  const { notOlderThan, pageSize, beginList, onAnswer } = options;
  const from: ListOptions = {
    ...options.list,
    ...(notOlderThan !== undefined && { resourceVersion: notOlderThan, resourceVersionMatch: "NotOlderThan" }),
  };
  let inTake = beginList();
  let page = await client.list(kind, { ...from, limit: pageSize });
  onAnswer();
  for (;;) {
    options.list.signal?.throwIfAborted();
    const token = page.metadata.continue;
    const next = token ? settled(client.list(kind, { ...options.list, limit: pageSize, continue: token })) : undefined;
    for (const object of page.items) inTake.set(object);
    if (next === undefined) break;
    const outcome = await next;
    if ("list" in outcome) {
      page = outcome.list;
      continue;
    }
    if (!isGone(outcome.error)) throw outcome.error;
    inTake = beginList();
    page = await client.list(kind, from);
  }
  inTake.complete(page.metadata.resourceVersion ?? "");
}

type Outcome<T extends KubeObject> = { readonly list: ObjectList<T> } | { readonly error: unknown };

/** Never rejects: nobody may be waiting yet when it would. */
function settled<T extends KubeObject>(list: Promise<ObjectList<T>>): Promise<Outcome<T>> {
  return list.then(
    (found) => ({ list: found }),
    (error: unknown) => ({ error }),
  );
}
