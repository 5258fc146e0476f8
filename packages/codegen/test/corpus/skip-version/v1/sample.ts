import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  size: Int32;
}

/**
 * Sample of v1.
 * +kubebuilder:object:root=true
 * +kubebuilder:storageversion
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "skip-version.example.com", version: "v1", kind: "Sample" });
