import type { KubeObject } from "@kubewright/api";

/**
 * A change of the world as an informer saw it. The objects are the informer's own: read them, never change them.
 */
export type ObjectEvent<T extends KubeObject = KubeObject> =
  /** `isInitial`: it was there when the handler began. */
  | { readonly type: "added"; readonly object: T; readonly isInitial: boolean }
  /** `isResync`: nothing changed, the time for another look came; `old` is then `object`. */
  | { readonly type: "updated"; readonly old: T; readonly object: T; readonly isResync: boolean }
  /** `isStateUnknown`: the deletion was missed, `object` is the last state seen, perhaps not the last there was. */
  | { readonly type: "deleted"; readonly object: T; readonly isStateUnknown: boolean };

/** Told of each change, in order. What it throws is logged and ends nothing. */
export type EventHandler<T extends KubeObject = KubeObject> = (event: ObjectEvent<T>) => void;

/** A handler that was added to an informer. */
export interface HandlerRegistration extends Disposable {
  /** Whether the handler was told of all that existed when it was added. */
  readonly isSynced: boolean;
  whenSynced(options?: { readonly signal?: AbortSignal }): Promise<void>;
  /** No call follows. Harmless when done twice. */
  remove(): void;
}
