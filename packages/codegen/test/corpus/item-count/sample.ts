import { type CustomResource, defineKind } from "@kubewright/api";

/**
 * Names are of people.
 * +kubebuilder:validation:MinItems=2
 * +kubebuilder:validation:MaxItems=4
 * +kubebuilder:validation:UniqueItems=false
 */
export type Names = string[];

export interface SampleSpec {
  // +kubebuilder:validation:MinItems=1
  // +kubebuilder:validation:MaxItems=3
  // +kubebuilder:validation:UniqueItems=false
  field: string[];
  named: Names;
  // +kubebuilder:validation:MaxItems=8
  both?: Names;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "item-count.example.com", version: "v1", kind: "Sample" });
