import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part44 of it. */
export interface Part44 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind44Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part44[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind44Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind44 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind44 extends CustomResource<Kind44Spec, Kind44Status> {}
export const Kind44 = defineKind<Kind44>({ group: "sixty.example.com", version: "v1", kind: "Kind44" });
