import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  size: Int32;
}

/**
 * Sample of v1alpha1.
 * +kubebuilder:object:root=true
 * +kubebuilder:unservedversion
 * +kubebuilder:deprecatedversion:warning="use v1"
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "versions.example.com", version: "v1alpha1", kind: "Sample" });
