import type { KubeObject } from "@kubewright/api";
import type { ObjectEvent } from "./object-event.ts";

/** How far one stream of an informer has come. */
export interface StreamProgress<T extends KubeObject = KubeObject> {
  /** Of the stream. Absent: all namespaces. */
  readonly namespace?: string;
  /** The store has all of the stream's changes up to here, `change` included. Empty until the stream is synced. */
  readonly resourceVersion: string;
  /** What changed in the store. Absent for a bookmark, and after the changes of a list: that all of it is there. */
  readonly change?: ObjectEvent<T>;
  /**
   * For a list that is complete: up to which version changes were known before it. What came and went since then was never told. Empty: it
   * is the first list.
   */
  readonly listedSince?: string;
}

/** Told after the store changed and before handlers are. Must not throw; what it throws is logged. */
export type ProgressCallback<T extends KubeObject = KubeObject> = (progress: StreamProgress<T>) => void;
