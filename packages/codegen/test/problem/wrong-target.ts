import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

// +kubebuilder:validation:Required
// +nullable
export interface SampleSpec {
  // +kubebuilder:subresource:status
  size: Int32;
  // +kubebuilder:validation:ExactlyOneOf=a;b
  name: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "wrong-target.example.com", version: "v1", kind: "Sample" });
