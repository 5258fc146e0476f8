import { type CustomResource, defineKind } from "@kubewright/api";

export interface SampleSpec {
  // The compiler does not know it either.
  // @ts-expect-error
  part: Missing;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "unknown-type.example.com", version: "v1", kind: "Sample" });
