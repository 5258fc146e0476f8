import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface Boxed<T> {
  /** Value in the box. */
  value: T;
  label?: string;
}

export interface Part {
  name: string;
}

export interface Pair<A, B = Part[]> {
  first: A;
  second: B;
}

export interface SampleSpec {
  text: Boxed<string>;
  /** A number in a box. */
  number: Boxed<Int32>;
  part: Boxed<Part>;
  pair: Pair<string>;
  boxes: Boxed<Int32>[];
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "generics.example.com", version: "v1", kind: "Sample" });
