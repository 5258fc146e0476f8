import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface Part {
  name: string;
}

export interface SampleSpec {
  // +kubebuilder:example=word
  text: string;
  // +kubebuilder:example=5
  number: Int32;
  // +kubebuilder:example=false
  flag: boolean;
  // +kubebuilder:example={80,443}
  list: Int32[];
  // +kubebuilder:example={name: "x"}
  part: Part;
  // +kubebuilder:default=2
  // +kubebuilder:example=3
  both?: Int32;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "example.example.com", version: "v1", kind: "Sample" });
