import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  size: Int32;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 * +kubebuilder:storageversion
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "two-storage-versions.example.com", version: "v1", kind: "Sample" });

// +kubebuilder:storageversion
export interface NextSample extends CustomResource<SampleSpec> {}
export const NextSample = defineKind<NextSample>({
  group: "two-storage-versions.example.com",
  version: "v2",
  kind: "Sample",
});
