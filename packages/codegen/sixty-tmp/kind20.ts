import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part20 of it. */
export interface Part20 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind20Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part20[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind20Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind20 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind20 extends CustomResource<Kind20Spec, Kind20Status> {}
export const Kind20 = defineKind<Kind20>({ group: "sixty.example.com", version: "v1", kind: "Kind20" });
