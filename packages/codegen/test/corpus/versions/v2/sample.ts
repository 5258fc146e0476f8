import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  size: Int32;
}

/**
 * Sample of v2.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "versions.example.com", version: "v2", kind: "Sample" });
