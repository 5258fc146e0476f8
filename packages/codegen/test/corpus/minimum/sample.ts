import { type CustomResource, defineKind, type Int32, type Int64 } from "@kubewright/api";

/**
 * Percent is of a whole.
 * +kubebuilder:validation:Minimum=0
 */
export type Percent = Int32;

export interface SampleSpec {
  // +kubebuilder:validation:Minimum=1
  field: Int32;
  // +kubebuilder:validation:Minimum=-5
  negative: Int64;
  named: Percent;
  // +kubebuilder:validation:Minimum=10
  both: Percent;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "minimum.example.com", version: "v1", kind: "Sample" });
