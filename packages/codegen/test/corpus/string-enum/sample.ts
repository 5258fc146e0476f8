import { type CustomResource, defineKind } from "@kubewright/api";

export const Phase = { Pending: "pending", Running: "running" } as const;

/** Phase of it. */
export type Phase = (typeof Phase)[keyof typeof Phase];

export interface SampleSpec {
  phase: Phase;
  phases: Phase[];
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "string-enum.example.com", version: "v1", kind: "Sample" });
