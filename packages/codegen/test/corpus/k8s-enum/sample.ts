import { type CustomResource, defineKind } from "@kubewright/api";

/**
 * Phase of a life.
 * +k8s:enum
 */
export type Phase = "Running" | "Pending" | "Failed";

export interface SampleSpec {
  phase: Phase;
  phases?: Phase[];
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "k8s-enum.example.com", version: "v1", kind: "Sample" });
