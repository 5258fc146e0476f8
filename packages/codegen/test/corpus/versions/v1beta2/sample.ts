import { type CustomResource, defineKind, type Int64 } from "@kubewright/api";

export interface SampleSpec {
  count: Int64;
}

/**
 * Sample of v1beta2.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "versions.example.com", version: "v1beta2", kind: "Sample" });
