import { type CustomResource, defineKind, type Int32, type Int64 } from "@kubewright/api";

export interface Part {
  /** Name of the part. */
  name: string;
}

/** Parts make a whole. */
export type Parts = Part[];

export interface SampleSpec {
  /** Texts in order. */
  texts: string[];
  numbers?: readonly Int32[];
  parts: Array<Part>;
  matrix: Int64[][];
  named: Parts;
  flags: ReadonlyArray<boolean>;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "arrays.example.com", version: "v1", kind: "Sample" });
