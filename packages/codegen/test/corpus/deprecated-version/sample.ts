import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  size: Int32;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 * +kubebuilder:deprecatedversion:warning="sample/v1 is old; use sample/v2"
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "deprecated-version.example.com", version: "v1", kind: "Sample" });
