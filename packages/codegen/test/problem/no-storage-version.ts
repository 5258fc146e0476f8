import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  size: Int32;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "no-storage-version.example.com", version: "v1", kind: "Sample" });

export interface NextSample extends CustomResource<SampleSpec> {}
export const NextSample = defineKind<NextSample>({
  group: "no-storage-version.example.com",
  version: "v2",
  kind: "Sample",
});
