import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part56 of it. */
export interface Part56 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind56Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part56[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind56Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind56 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind56 extends CustomResource<Kind56Spec, Kind56Status> {}
export const Kind56 = defineKind<Kind56>({ group: "sixty.example.com", version: "v1", kind: "Kind56" });
