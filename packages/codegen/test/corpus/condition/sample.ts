import { type Condition, type CustomResource, defineKind } from "@kubewright/api";

export interface SampleSpec {
  name?: string;
}

export interface SampleStatus {
  /**
   * Conditions of the sample.
   * +listType=map
   * +listMapKey=type
   * +optional
   */
  conditions?: Condition[];
  last?: Condition;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 * +kubebuilder:subresource:status
 */
export interface Sample extends CustomResource<SampleSpec, SampleStatus> {}
export const Sample = defineKind<Sample>({ group: "condition.example.com", version: "v1", kind: "Sample" });
