import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part59 of it. */
export interface Part59 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind59Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part59[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind59Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind59 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind59 extends CustomResource<Kind59Spec, Kind59Status> {}
export const Kind59 = defineKind<Kind59>({ group: "sixty.example.com", version: "v1", kind: "Kind59" });
