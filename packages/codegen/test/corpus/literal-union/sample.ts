import { type CustomResource, defineKind } from "@kubewright/api";

/** Policy says what to do. */
export type Policy = "Replace" | "Allow" | "Forbid";

export interface SampleSpec {
  protocol: "TCP" | "UDP";
  /** Policy of the sample. */
  policy?: Policy;
  policies?: Policy[];
  single: "only";
  byName?: Record<string, Policy>;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "literal-union.example.com", version: "v1", kind: "Sample" });
