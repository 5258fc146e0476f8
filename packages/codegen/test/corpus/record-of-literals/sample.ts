import { type CustomResource, defineKind } from "@kubewright/api";

export interface SampleSpec {
  limits: Record<"cpu" | "memory", string>;
  optional: Partial<Record<"cpu" | "memory", string>>;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "record-of-literals.example.com", version: "v1", kind: "Sample" });
