import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface Part {
  // +kubebuilder:default=8080
  port?: Int32;
  name?: string;
}

export interface SampleSpec {
  // +kubebuilder:default={}
  part?: Part;
  // +kubebuilder:default={port: 80, name: "web"}
  filled?: Part;
  // +kubebuilder:default={}
  emptyList?: string[];
  // +kubebuilder:default={a,b,"c d"}
  list?: string[];
  // +kubebuilder:default=1;2;3
  numbers?: Int32[];
  // +kubebuilder:default={{name: "x", port: 1}, {name: "y"}}
  parts?: Part[];
  // +kubebuilder:default={z: "last", a: "first"}
  map?: Record<string, string>;
  // +kubebuilder:default={{"a","b"},{"c"}}
  nested?: string[][];
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "default-structure.example.com", version: "v1", kind: "Sample" });
