import type { ExactObjectKey } from "@kubewright/api";
import type { ReconcileClient } from "../cache/reconcile-client.ts";
import type { EventRecorder } from "../observability/event/event-recorder.ts";
import type { Logger } from "../observability/log/logger.ts";
import type { Result } from "./result.ts";

/** Makes the world as an object says it should be. Called again until it is; so it must not matter how often. */
export interface Reconciler {
  /** Resolving to nothing is `Result.done()`. What it throws is logged, counted and tried again, later each time. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a method that returns nothing is a reconciler.
  reconcile(context: ReconcileContext): Promise<Result | void>;
}

/** A reconciler as a function. */
export type ReconcileFunction = Reconciler["reconcile"];

/** All that a reconcile needs. */
export interface ReconcileContext {
  /** The object to look at. It may be gone. */
  readonly key: ExactObjectKey;
  /** Reads from the cache and never shows older state than this process wrote; writes go to the server. */
  readonly client: ReconcileClient;
  /** Adds controller, object and reconcile id to each line. */
  readonly log: Logger;
  /** Ends the work: the time for it is over, the manager stops, or the lease is lost. Pass it on to every call. */
  readonly signal: AbortSignal;
  readonly events: EventRecorder;
  /** Of this one call, in every line of its log. */
  readonly reconcileId: string;
  /** How often this object was reconciled in vain, one time after the other until now: 0 at the first attempt. */
  readonly retries: number;
}
