import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part50 of it. */
export interface Part50 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind50Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part50[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind50Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind50 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind50 extends CustomResource<Kind50Spec, Kind50Status> {}
export const Kind50 = defineKind<Kind50>({ group: "sixty.example.com", version: "v1", kind: "Kind50" });
