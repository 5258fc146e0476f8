import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

// +kubebuilder:object:rot=true
export interface SampleSpec {
  // +kubebuilder:validation:Minimun=1
  // +kubebuilder:validaton:Maximum=1
  size: Int32;
  // +kubebuilder:validation:items:MinLenght=1
  names: string[];
  // +optinal
  name: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "unknown-marker.example.com", version: "v1", kind: "Sample" });
