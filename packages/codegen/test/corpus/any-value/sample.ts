import { type CustomResource, defineKind } from "@kubewright/api";

export interface SampleSpec {
  /** Value is any JSON. */
  value: unknown;
  values?: unknown[];
  byName?: Record<string, unknown>;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "any-value.example.com", version: "v1", kind: "Sample" });
