import { type CustomResource, defineKind, type Int32, type Int64 } from "@kubewright/api";

/**
 * Stamp is written as a text.
 * +kubebuilder:validation:Type=string
 * +kubebuilder:validation:Format=date
 * +kubebuilder:validation:Pattern=`^\d+$`
 */
export type Stamp = Int64;

export interface SampleSpec {
  // +kubebuilder:validation:Type=string
  // +kubebuilder:validation:Format=date
  // +kubebuilder:validation:MaxLength=20
  field: Int32;
  /** Named in another way. */
  named: Stamp;
  // +kubebuilder:validation:Type=integer
  // +kubebuilder:validation:Minimum=0
  text: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "type-override.example.com", version: "v1", kind: "Sample" });
