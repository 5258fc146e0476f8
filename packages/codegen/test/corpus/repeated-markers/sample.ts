import { type CustomResource, defineKind } from "@kubewright/api";

export interface SampleSpec {
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MinLength=2
  twice: string;
  // +kubebuilder:validation:Enum=a;b
  // +kubebuilder:validation:Enum=c
  enum: string;
  // +optional
  // +optional
  optional: string;
  // +kubebuilder:default=a
  // +kubebuilder:default=b
  default?: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "repeated-markers.example.com", version: "v1", kind: "Sample" });
