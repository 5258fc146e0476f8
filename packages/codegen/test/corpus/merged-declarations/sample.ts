import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

/** Part in two places. */
export interface Part {
  name: string;
}
export interface Part {
  size: Int32;
}

export interface SampleSpec {
  part: Part;
  /** Object alias. */
  alias: Alias;
}

/** Alias of an object. */
export type Alias = {
  value: string;
};

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "merged-declarations.example.com", version: "v1", kind: "Sample" });
