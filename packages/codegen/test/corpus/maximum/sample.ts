import { type CustomResource, defineKind, type Int32, type Int64 } from "@kubewright/api";

// +kubebuilder:validation:Maximum=100
export type Percent = Int64;

export interface SampleSpec {
  /**
   * Field is the most.
   * +kubebuilder:validation:Maximum=3
   */
  field: Int32;
  // +kubebuilder:validation:Maximum=9007199254740993
  large: Int64;
  // +kubebuilder:validation:Maximum=1e3
  exponent: Int64;
  // +kubebuilder:validation:Maximum=1e21
  huge: Int64;
  named?: Percent;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "maximum.example.com", version: "v1", kind: "Sample" });
