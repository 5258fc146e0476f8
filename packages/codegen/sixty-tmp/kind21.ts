import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part21 of it. */
export interface Part21 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind21Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part21[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind21Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind21 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind21 extends CustomResource<Kind21Spec, Kind21Status> {}
export const Kind21 = defineKind<Kind21>({ group: "sixty.example.com", version: "v1", kind: "Kind21" });
