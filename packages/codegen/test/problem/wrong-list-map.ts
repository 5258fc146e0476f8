import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface Port {
  name?: string;
  number: Int32;
}

export interface SampleSpec {
  // +listType=map
  withoutKeys: Port[];
  // +listType=map
  // +listMapKey=nmae
  missingKey: Port[];
  // +listType=map
  // +listMapKey=name
  optionalKey: Port[];
  // +listType=map
  // +listMapKey=name
  ofScalars: string[];
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "wrong-list-map.example.com", version: "v1", kind: "Sample" });
