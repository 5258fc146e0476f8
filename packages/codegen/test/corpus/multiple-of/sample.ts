import { type CustomResource, defineKind, type Int32, type Int64 } from "@kubewright/api";

// +kubebuilder:validation:MultipleOf=1024
export type Size = Int64;

export interface SampleSpec {
  // +kubebuilder:validation:MultipleOf=5
  field: Int32;
  named: Size;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "multiple-of.example.com", version: "v1", kind: "Sample" });
