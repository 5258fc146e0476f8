import { type CustomResource, defineKind, type Float } from "@kubewright/api";

export interface SampleSpec {
  // +kubebuilder:validation:Minimum=0.5
  // +kubebuilder:validation:Maximum=1.25
  // +kubebuilder:validation:MultipleOf=0.25
  ratio: Float;
  // +kubebuilder:default=1.5
  factor?: Float;
  // +kubebuilder:validation:Minimum=-0.000001
  tiny?: Float;
  // +kubebuilder:default=1
  whole?: Float;
  values?: Float[];
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "floats.example.com", version: "v1", kind: "Sample" });
