import { type CustomResource, defineKind } from "@kubewright/api";

export interface Node {
  name: string;
  children: Node[];
}

export interface Even {
  next?: Odd;
}

export interface Odd {
  next?: Even;
}

export interface SampleSpec {
  tree: Node;
  chain: Even;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "recursive-type.example.com", version: "v1", kind: "Sample" });
