import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part3 of it. */
export interface Part3 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind3Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part3[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind3Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind3 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind3 extends CustomResource<Kind3Spec, Kind3Status> {}
export const Kind3 = defineKind<Kind3>({ group: "sixty.example.com", version: "v1", kind: "Kind3" });
