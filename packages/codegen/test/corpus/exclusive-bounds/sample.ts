import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

/**
 * Ratio lies strictly between two numbers.
 * +kubebuilder:validation:Minimum=0
 * +kubebuilder:validation:ExclusiveMinimum=true
 * +kubebuilder:validation:Maximum=10
 * +kubebuilder:validation:ExclusiveMaximum=true
 */
export type Ratio = Int32;

export interface SampleSpec {
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:ExclusiveMinimum=true
  above: Int32;
  // +kubebuilder:validation:Maximum=3
  // +kubebuilder:validation:ExclusiveMaximum=false
  below: Int32;
  ratio: Ratio;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "exclusive-bounds.example.com", version: "v1", kind: "Sample" });
