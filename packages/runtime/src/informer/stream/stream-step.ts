import type { KubeObject } from "@kubewright/api";
import type { OpenWatch } from "./open-watch.ts";
import type { FailureReason } from "./stream-failure.ts";

/** What a stream does next. */
export type StreamStep<T extends KubeObject> =
  | ListStep
  /** Follows changes from the version that is known. Leads to `watch` again when the server ends it, back to a list when it cannot. */
  | { readonly type: "watch"; readonly open?: OpenWatch<T> }
  /** Any failure of the others leads here, but those that another list mends at once. */
  | { readonly type: "wait"; readonly delayMs: number; readonly next: StreamStep<T> };

/** Reads all that exists, as it is now or, with `notOlderThan`, as it was at that version or later. */
export type ListStep =
  /** Has the server stream it. Leads to `watch` on the same connection, or to `pages` if the server cannot. */
  | { readonly type: "stream"; readonly notOlderThan: string | undefined }
  /** Leads to `watch`. */
  | { readonly type: "pages"; readonly notOlderThan: string | undefined };

/** What matters for the next step, besides the last one. */
export interface StreamKnowledge {
  /** Whether the server can stream what exists, as far as is known. */
  readonly hasWatchList: boolean;
  /** Empty: none. */
  readonly resourceVersion: string;
  /** Whether watches from that version fail again and again. */
  readonly isStuck: boolean;
}

export function listStep(knowledge: StreamKnowledge, notOlderThan: string): ListStep {
  return { type: knowledge.hasWatchList ? "stream" : "pages", notOlderThan: notOlderThan || undefined };
}

/** What to do instead of a step that failed, or after it was waited for. A missing kind is another matter. */
export function stepAfterFailure<T extends KubeObject>(
  step: StreamStep<T>,
  reason: FailureReason,
  knowledge: StreamKnowledge,
): StreamStep<T> {
  const { resourceVersion, isStuck } = knowledge;
  switch (step.type) {
    case "stream":
      if (reason === "gone") return listStep(knowledge, "");
      // A server that does not know of this may open the watch all the same, and never say that the list is complete.
      return reason === "refused" || reason === "stalled" || reason === "unexpected"
        ? { ...step, type: "pages" }
        : step;
    case "pages":
      return listStep(knowledge, reason === "gone" || reason === "refused" ? "" : (step.notOlderThan ?? ""));
    case "watch":
      if (reason === "refused") return listStep(knowledge, "");
      return reason === "gone" || reason === "unexpected" || isStuck
        ? listStep(knowledge, resourceVersion)
        : { type: "watch" };
    case "wait":
      return step.next;
  }
}

/** Whether `next` is a list after a list, but of another kind or from another version: there is nothing to wait for. */
export function isOtherList<T extends KubeObject>(step: StreamStep<T>, next: StreamStep<T>): boolean {
  if (!("notOlderThan" in step && "notOlderThan" in next)) return false;
  return step.type !== next.type || step.notOlderThan !== next.notOlderThan;
}
