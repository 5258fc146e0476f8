import { type CustomResource, defineKind, type Int64 } from "@kubewright/api";

// +kubebuilder:skip

export interface SampleSpec {
  count: Int64;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "skipped-package.example.com", version: "v2", kind: "Sample" });
