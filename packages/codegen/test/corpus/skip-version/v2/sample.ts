import { type CustomResource, defineKind, type Int64 } from "@kubewright/api";

export interface SampleSpec {
  count: Int64;
}

/**
 * Sample of v2.
 * +kubebuilder:object:root=true
 * +kubebuilder:skipversion
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "skip-version.example.com", version: "v2", kind: "Sample" });
