import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

// +groupName=other.example.com
// +versionName=v2

export interface SampleSpec {
  size: Int32;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "group-differs.example.com", version: "v1", kind: "Sample" });
