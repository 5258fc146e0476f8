import { type CustomResource, defineKind } from "@kubewright/api";

/**
 * Name is what people say.
 * +kubebuilder:validation:MinLength=1
 * +kubebuilder:validation:MaxLength=63
 */
export type Name = string;

export interface SampleSpec {
  // +kubebuilder:validation:MinLength=2
  // +kubebuilder:validation:MaxLength=5
  field: string;
  named: Name;
  /**
   * Longer is a name, too.
   * +kubebuilder:validation:MaxLength=253
   */
  longer?: Name;
  // +kubebuilder:validation:MinLength=0
  zero?: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "length.example.com", version: "v1", kind: "Sample" });
