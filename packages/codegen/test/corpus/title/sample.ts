import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

/**
 * Part of the whole.
 * +kubebuilder:title="A part"
 */
export interface Part {
  name: string;
}

export interface SampleSpec {
  // +kubebuilder:title="How many: a number"
  size: Int32;
  // +kubebuilder:title=Word
  word: string;
  part: Part;
  // +kubebuilder:title="Another part"
  other: Part;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 * +kubebuilder:title=Sample
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "title.example.com", version: "v1", kind: "Sample" });
