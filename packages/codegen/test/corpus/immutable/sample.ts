import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

/**
 * Part of it.
 * +kubebuilder:validation:XValidation:rule="true"
 */
export interface Part {
  // +k8s:immutable
  required: string;
  // +k8s:immutable
  optional?: string;
  // +k8s:immutable
  // +optional
  list: string[];
}

export interface SampleSpec {
  /**
   * Part never changes.
   * +k8s:immutable
   */
  part: Part;
  // +k8s:immutable
  size?: Int32;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "immutable.example.com", version: "v1", kind: "Sample" });
