import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

// +structType=atomic
export interface Point {
  x: Int32;
  y: Int32;
}

// +mapType=atomic
export type Labels = Record<string, string>;

export interface Part {
  name: string;
}

export interface SampleSpec {
  point: Point;
  labels: Labels;
  // +mapType=granular
  granular: Record<string, string>;
  // +mapType=atomic
  atomic: Record<string, string>;
  // +structType=granular
  part: Part;
  // +structType=atomic
  atomicPart: Part;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "map-and-struct-type.example.com", version: "v1", kind: "Sample" });
