import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  // +kubebuilder:validation:Minimum=many
  size: Int32;
  // +kubebuilder:validation:MaxLength=1.5
  name: string;
  // +kubebuilder:validation:ExclusiveMinimum=maybe
  // +kubebuilder:validation:Minimum
  count: Int32;
  // +kubebuilder:validation:XValidation:message="no rule"
  // +kubebuilder:validation:Pattern="unclosed
  text: string;
  // +optional=true
  other: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 * +kubebuilder:resource:scop=Cluster
 * +kubebuilder:printcolumn:name=Size,type=integer
 * +kubebuilder:resource
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "wrong-argument.example.com", version: "v1", kind: "Sample" });
