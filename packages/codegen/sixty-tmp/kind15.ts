import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part15 of it. */
export interface Part15 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind15Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part15[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind15Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind15 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind15 extends CustomResource<Kind15Spec, Kind15Status> {}
export const Kind15 = defineKind<Kind15>({ group: "sixty.example.com", version: "v1", kind: "Kind15" });
