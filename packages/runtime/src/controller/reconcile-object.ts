import type { Kind, KubeObject } from "@kubewright/api";
import type { ReconcileContext, Reconciler } from "./reconciler.ts";

/** What is done with an object that was found. */
export type ObjectReconcileFunction<T extends KubeObject> = (
  object: T,
  context: ReconcileContext,
) => ReturnType<Reconciler["reconcile"]>;

/** A reconciler of objects of one kind, which `for` of its controller has to name. */
export interface ObjectReconciler<T extends KubeObject = KubeObject> extends Reconciler {
  readonly kind: Kind<T>;
}

/**
 * A reconciler that reads the object and hands it on. Where it is gone, there is nothing to do.
 *
 * The object belongs to `reconcile`, which may change it.
 */
export function reconcileObject<T extends KubeObject>(
  kind: Kind<T>,
  reconcile: ObjectReconcileFunction<T>,
): ObjectReconciler<T> {
  return {
    kind,
    async reconcile(context) {
      const { client, key, signal } = context;
      const object = await client.find(kind, key, { signal });
      return object === undefined ? undefined : await reconcile(object, context);
    },
  };
}
