import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

// +kubebuilder:validation:Format=email
export type Email = string;

export interface SampleSpec {
  // +kubebuilder:validation:Format=date-time
  field: string;
  // +kubebuilder:validation:Format="uri"
  quoted: string;
  // +kubebuilder:validation:Format=int64
  number: Int32;
  named: Email;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "format.example.com", version: "v1", kind: "Sample" });
