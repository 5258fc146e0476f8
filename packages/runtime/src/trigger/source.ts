import type { Clock, ObjectKey } from "@kubewright/api";
import type { Discovery } from "@kubewright/client";
import type { StreamState } from "../informer/informer-state.ts";
import type { Logger } from "../observability/log/logger.ts";

/** Where a source puts the objects to reconcile. */
export interface RequestSink {
  add(key: ObjectKey, options?: RequestOptions): void;
}

export interface RequestOptions {
  /** Higher ones come first. @default 0 */
  readonly priority?: number | undefined;
  /** How long to wait before. @default 0 */
  readonly afterMs?: number | undefined;
}

/** Initial lists and resyncs: less urgent than what just changed. */
export const lowPriority = -100;

/** Leads to reconciles. A controller starts its sources, and waits for them to have told of what exists. */
export interface Source {
  /** For messages: `Deployment of apps/v1`, `timer`. */
  readonly name: string;
  /** Where the watches behind it stand, once it is started. Absent for sources without any. */
  readonly states?: readonly StreamState[];
  /**
   * Begins to fill `sink`, and goes on until `signal` aborts. Resolves when all that existed was told; rejects when it can
   * never work, or the signal aborts before.
   */
  start(context: SourceContext): Promise<void>;
}

export interface SourceContext {
  readonly sink: RequestSink;
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly clock: Clock;
  /** From 0 up to, not including, 1. @default the host's */
  readonly random?: () => number;
  /** Says which kinds live in namespaces, where the kinds themselves do not. */
  readonly discovery?: Pick<Discovery, "resourceFor">;
}
