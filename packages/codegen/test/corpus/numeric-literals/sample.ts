import { type CustomResource, defineKind } from "@kubewright/api";

export interface SampleSpec {
  power: 1 | 2 | 4;
  yes: true;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "numeric-literals.example.com", version: "v1", kind: "Sample" });
