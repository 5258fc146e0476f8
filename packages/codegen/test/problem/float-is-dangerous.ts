import { type CustomResource, defineKind, type Float } from "@kubewright/api";

export interface SampleSpec {
  ratio: Float;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "float-is-dangerous.example.com", version: "v1", kind: "Sample" });
