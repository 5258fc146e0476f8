import type { Quantity } from "@kubewright/api";
import { type CustomResource, defineKind } from "@kubewright/api";

export interface SampleSpec {
  memory: Quantity;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "quantity-class.example.com", version: "v1", kind: "Sample" });
