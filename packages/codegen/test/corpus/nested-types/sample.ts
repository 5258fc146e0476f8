import { type CustomResource, defineKind } from "@kubewright/api";

/** Inner is the innermost. */
export interface Inner {
  /** Value of it. */
  value?: string;
}

/** Middle has an inner part. */
export interface Middle {
  /** First of two. */
  first: Inner;
  second?: Inner;
}

export interface Undocumented {
  middle: Middle;
}

export interface SampleSpec {
  /** Outer is described here and not by its type. */
  outer: Middle;
  byType: Middle;
  undocumented: Undocumented;
  /** Inners are many. */
  inners?: Inner[];
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "nested-types.example.com", version: "v1", kind: "Sample" });
