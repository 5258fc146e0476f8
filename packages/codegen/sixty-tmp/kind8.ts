import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part8 of it. */
export interface Part8 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind8Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part8[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind8Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind8 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind8 extends CustomResource<Kind8Spec, Kind8Status> {}
export const Kind8 = defineKind<Kind8>({ group: "sixty.example.com", version: "v1", kind: "Kind8" });
