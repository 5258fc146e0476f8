import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

// +kubebuilder:validation:Optional

export interface SampleSpec {
  plain: string;
  // +required
  required: string;
  part: Part;
}

export interface Part {
  name: string;
  // +kubebuilder:validation:Required
  size: Int32;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "package-optional.example.com", version: "v1", kind: "Sample" });
