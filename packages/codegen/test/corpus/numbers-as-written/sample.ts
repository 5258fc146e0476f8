import { type CustomResource, defineKind, type Float, type Int64 } from "@kubewright/api";

export interface SampleSpec {
  // +kubebuilder:default=1.0
  point?: Float;
  // +kubebuilder:default=1e10
  ten?: Float;
  // +kubebuilder:default=9007199254740993
  large?: Int64;
  // +kubebuilder:validation:Minimum=0.1
  // +kubebuilder:validation:Maximum=1e21
  one?: Float;
  // +kubebuilder:default=0.1
  // +kubebuilder:validation:Minimum=1e-7
  // +kubebuilder:validation:Maximum=100000000000000000000
  tenth?: Float;
  // +kubebuilder:validation:Maximum=1.7976931348623157e308
  exponent?: Float;
  // +kubebuilder:validation:Minimum=-0
  // +kubebuilder:validation:MultipleOf=0.01
  // +kubebuilder:example=3.14159
  pi?: Float;
  // +kubebuilder:validation:Enum=1;2.5;3
  some?: Float;
  // +kubebuilder:validation:Minimum=123456789
  // +kubebuilder:validation:Maximum=1234567890123
  whole?: Int64;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "numbers-as-written.example.com", version: "v1", kind: "Sample" });
