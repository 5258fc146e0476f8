import {
  type Manager,
  type ReconcileContext,
  type Reconciler,
  Result,
  setCondition,
  systemClock,
  withStatus,
} from "@kubewright/operator";
import { Order } from "../../api/shop/v1beta1/order.ts";

/** Makes the world as each Order says it should be. */
export class OrderReconciler implements Reconciler {
  // +kubebuilder:rbac:groups=shop.example.com,resources=orders,verbs=get;list;watch;update;patch
  // +kubebuilder:rbac:groups=shop.example.com,resources=orders/status,verbs=get;update;patch
  // +kubebuilder:rbac:groups=shop.example.com,resources=orders/finalizers,verbs=update
  // +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch
  async reconcile({ key, client, log, signal }: ReconcileContext): Promise<Result> {
    const order = await client.find(Order, key, { signal });
    // It was deleted; what it owned goes with it.
    if (order === undefined) return Result.done();

    // TODO: compare the world with order.spec, and change what differs.

    const conditions = [...(order.status?.conditions ?? [])];
    const observedGeneration = order.metadata.generation ?? 0;
    const available = { type: "Available", status: "True", reason: "Reconciled", observedGeneration } as const;
    setCondition(conditions, available, systemClock);
    // Nothing is sent if the status is that already.
    await client.status.update(withStatus(order, { ...order.status, conditions }), { signal });
    log.info({ generation: observedGeneration }, "reconciled");
    return Result.done();
  }
}

/** Adds the controller to a manager. */
export function setupShopOrderController(manager: Manager): void {
  manager.controller("shop-order").for(Order).reconcile(new OrderReconciler());
}
