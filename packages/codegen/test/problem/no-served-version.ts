import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  size: Int32;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 * +kubebuilder:unservedversion
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "no-served-version.example.com", version: "v1", kind: "Sample" });
