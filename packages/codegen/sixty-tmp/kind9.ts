import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part9 of it. */
export interface Part9 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind9Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part9[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind9Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind9 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind9 extends CustomResource<Kind9Spec, Kind9Status> {}
export const Kind9 = defineKind<Kind9>({ group: "sixty.example.com", version: "v1", kind: "Kind9" });
