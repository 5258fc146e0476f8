import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part2 of it. */
export interface Part2 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind2Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part2[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind2Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind2 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind2 extends CustomResource<Kind2Spec, Kind2Status> {}
export const Kind2 = defineKind<Kind2>({ group: "sixty.example.com", version: "v1", kind: "Kind2" });
