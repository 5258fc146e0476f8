import { type CustomResource, defineKind, type Int32, type IntOrString } from "@kubewright/api";

// +kubebuilder:validation:MinItems=1
export interface Part {
  name: string;
}

export interface SampleSpec {
  // +kubebuilder:validation:Minimum=1
  text: string;
  // +kubebuilder:validation:MaxLength=3
  number: Int32;
  // +kubebuilder:validation:MaxItems=3
  map: Record<string, string>;
  // +kubebuilder:validation:MinProperties=1
  list: string[];
  // +kubebuilder:validation:items:MinLength=1
  single: string;
  // +kubebuilder:validation:items:Minimum=1
  texts: string[];
  // +listType=set
  scalar: string;
  // +mapType=atomic
  flag: boolean;
  // +kubebuilder:validation:Pattern=x
  port: IntOrString;
  // +kubebuilder:validation:Minimum=0.5
  whole: Int32;
  // +structType=atomic
  part: string;
  // +kubebuilder:title=5
  titled: Part;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "wrong-type.example.com", version: "v1", kind: "Sample" });
