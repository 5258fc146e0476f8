import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  // +default="text"
  text?: string;
  // +default=42
  number?: Int32;
  // +default=[1, 2]
  list?: Int32[];
  // +default={"b": "2", "a": "1"}
  map?: Record<string, string>;
  // +default=ref(SomeConstant)
  reference?: string;
  // +default="loses"
  // +kubebuilder:default=wins
  both?: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "default-json.example.com", version: "v1", kind: "Sample" });
