import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  size: Int32;
}

/**
 * Sample of v1.
 * +kubebuilder:object:root=true
 * +kubebuilder:storageversion
 * +kubebuilder:resource:path=sampletons,shortName=st
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "versions-names.example.com", version: "v1", kind: "Sample" });
