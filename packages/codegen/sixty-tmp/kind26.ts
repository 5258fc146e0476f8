import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part26 of it. */
export interface Part26 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind26Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part26[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind26Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind26 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind26 extends CustomResource<Kind26Spec, Kind26Status> {}
export const Kind26 = defineKind<Kind26>({ group: "sixty.example.com", version: "v1", kind: "Kind26" });
