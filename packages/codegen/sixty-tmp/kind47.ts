import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part47 of it. */
export interface Part47 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind47Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part47[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind47Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind47 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind47 extends CustomResource<Kind47Spec, Kind47Status> {}
export const Kind47 = defineKind<Kind47>({ group: "sixty.example.com", version: "v1", kind: "Kind47" });
