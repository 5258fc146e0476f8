import { type CustomResource, defineKind } from "@kubewright/api";

/**
 * Name of something.
 * +kubebuilder:validation:MinLength=1
 */
export type Name = string;

/**
 * LongName is a longer one.
 * +kubebuilder:validation:MaxLength=100
 */
export type LongName = Name;

export interface Part {
  name: Name;
}

export interface SampleSpec {
  name: Name;
  longName: LongName;
  /** Names of many. */
  names: Name[];
  byName: Record<string, LongName>;
  part: Part;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "alias-chain.example.com", version: "v1", kind: "Sample" });
