import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

// +versionName=v3beta1

export interface SampleSpec {
  size: Int32;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "version-name.example.com", version: "v3beta1", kind: "Sample" });
