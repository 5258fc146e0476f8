import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part39 of it. */
export interface Part39 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind39Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part39[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind39Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind39 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind39 extends CustomResource<Kind39Spec, Kind39Status> {}
export const Kind39 = defineKind<Kind39>({ group: "sixty.example.com", version: "v1", kind: "Kind39" });
