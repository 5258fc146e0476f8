import type { KubeObject } from "@kubewright/api";
import type { ObjectEvent } from "../informer/object-event.ts";

/** What may lead to a reconcile: a change that an informer saw, or something from outside of the cluster. */
export type TriggerEvent<T extends KubeObject = KubeObject> = ObjectEvent<T> | GenericEvent<T>;

/** Something happened that is no change of an object in the cluster. `object` is whatever its source tells. */
export interface GenericEvent<T> {
  readonly type: "generic";
  readonly object: T;
}
