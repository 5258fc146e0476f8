import { type CustomResource, defineKind } from "@kubewright/api";

export interface Port {
  name: string;
}

export interface SampleSpec {
  // +listType=sorted
  unknown: string[];
  // +listMapKey=name
  withoutType: Port[];
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "wrong-list-type.example.com", version: "v1", kind: "Sample" });
