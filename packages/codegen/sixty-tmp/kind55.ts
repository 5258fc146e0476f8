import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part55 of it. */
export interface Part55 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind55Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part55[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind55Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind55 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind55 extends CustomResource<Kind55Spec, Kind55Status> {}
export const Kind55 = defineKind<Kind55>({ group: "sixty.example.com", version: "v1", kind: "Kind55" });
