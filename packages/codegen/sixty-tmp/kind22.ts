import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part22 of it. */
export interface Part22 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind22Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part22[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind22Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind22 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind22 extends CustomResource<Kind22Spec, Kind22Status> {}
export const Kind22 = defineKind<Kind22>({ group: "sixty.example.com", version: "v1", kind: "Kind22" });
