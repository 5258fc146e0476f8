import { type CustomResource, defineKind } from "@kubewright/api";

// +kubebuilder:validation:MinProperties=1
// +kubebuilder:validation:MaxProperties=16
export type Labels = Record<string, string>;

/**
 * Choice has some of its fields.
 * +kubebuilder:validation:MinProperties=1
 * +kubebuilder:validation:MaxProperties=1
 */
export interface Choice {
  a?: string;
  b?: string;
}

export interface SampleSpec {
  // +kubebuilder:validation:MinProperties=1
  // +kubebuilder:validation:MaxProperties=2
  field: Record<string, string>;
  named: Labels;
  choice: Choice;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "property-count.example.com", version: "v1", kind: "Sample" });
