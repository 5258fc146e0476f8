import { type CustomResource, defineKind } from "@kubewright/api";

export interface SampleSpec {
  /** Data in base64. */
  data: Uint8Array;
  // +kubebuilder:validation:MaxLength=10
  short?: Uint8Array;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "bytes.example.com", version: "v1", kind: "Sample" });
