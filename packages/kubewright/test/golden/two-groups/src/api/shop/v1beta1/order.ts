import { type Condition, type CustomResource, defineKind } from "@kubewright/operator";

// This file is yours to edit. Markers (lines with +kubebuilder:) say what the cluster checks; "npx kubewright manifests -w" lists them.
// "make manifests" brings the CustomResourceDefinition up to date.

/** What is wanted of a Order. */
export interface OrderSpec {
  /** An example of a field: put those of an Order in its place. */
  foo?: string;
}

/** What has become of a Order. */
export interface OrderStatus {
  /**
   * How it is doing, by type: Available.
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * An Order.
 *
 * +kubebuilder:object:root=true
 * +kubebuilder:subresource:status
 * +kubebuilder:printcolumn:name="Available",type=string,JSONPath=`.status.conditions[?(@.type=="Available")].status`
 * +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
 */
export interface Order extends CustomResource<OrderSpec, OrderStatus> {}
export const Order = defineKind<Order>({
  group: "shop.example.com",
  version: "v1beta1",
  kind: "Order",
});
