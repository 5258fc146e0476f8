import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part14 of it. */
export interface Part14 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind14Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part14[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind14Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind14 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind14 extends CustomResource<Kind14Spec, Kind14Status> {}
export const Kind14 = defineKind<Kind14>({ group: "sixty.example.com", version: "v1", kind: "Kind14" });
