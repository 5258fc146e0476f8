import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part45 of it. */
export interface Part45 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind45Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part45[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind45Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind45 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind45 extends CustomResource<Kind45Spec, Kind45Status> {}
export const Kind45 = defineKind<Kind45>({ group: "sixty.example.com", version: "v1", kind: "Kind45" });
