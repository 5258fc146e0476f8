import { type CustomResource, defineKind } from "@kubewright/api";

// +kubebuilder:validation:XValidation:rule="self.a != 'x'",message="of the type"
export interface Part {
  a: string;
}

// +kubebuilder:validation:XValidation:rule="self.b != 'y'",message="of the embedding type"
export interface Whole extends Part {
  b: string;
}

// +kubebuilder:validation:XValidation:rule="self != 'z'",message="of the text"
// +kubebuilder:validation:MinLength=1
export type Text = string;

export interface SampleSpec {
  // +kubebuilder:validation:XValidation:rule="self.a != 'field'",message="of the field"
  part: Part;
  whole: Whole;
  // +kubebuilder:validation:XValidation:rule="self != 'f'",message="of the field"
  text: Text;
  // +kubebuilder:validation:XValidation:rule="self.all(x, x != 'l')",message="of the list"
  // +kubebuilder:validation:items:XValidation:rule="self != 'i'",message="of the item"
  texts: Text[];
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "merged-rules.example.com", version: "v1", kind: "Sample" });
