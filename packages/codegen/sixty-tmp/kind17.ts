import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part17 of it. */
export interface Part17 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind17Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part17[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind17Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind17 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind17 extends CustomResource<Kind17Spec, Kind17Status> {}
export const Kind17 = defineKind<Kind17>({ group: "sixty.example.com", version: "v1", kind: "Kind17" });
