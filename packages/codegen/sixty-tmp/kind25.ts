import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part25 of it. */
export interface Part25 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind25Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part25[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind25Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind25 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind25 extends CustomResource<Kind25Spec, Kind25Status> {}
export const Kind25 = defineKind<Kind25>({ group: "sixty.example.com", version: "v1", kind: "Kind25" });
