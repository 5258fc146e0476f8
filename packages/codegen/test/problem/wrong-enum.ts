import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

// +k8s:enum
export type Phase = string;

export interface SampleSpec {
  // +k8s:enum
  phase: Phase;
  // +kubebuilder:validation:Enum=a;b
  number: Int32;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "wrong-enum.example.com", version: "v1", kind: "Sample" });
