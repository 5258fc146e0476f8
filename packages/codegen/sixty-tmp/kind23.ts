import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part23 of it. */
export interface Part23 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind23Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part23[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind23Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind23 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind23 extends CustomResource<Kind23Spec, Kind23Status> {}
export const Kind23 = defineKind<Kind23>({ group: "sixty.example.com", version: "v1", kind: "Kind23" });
