import { type CustomResource, defineKind } from "@kubewright/api";

// +kubebuilder:validation:Required

export interface SampleSpec {
  plain: string;
  omitEmpty?: string;
  // +optional
  optional: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "package-required.example.com", version: "v1", kind: "Sample" });
