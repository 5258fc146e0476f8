import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part49 of it. */
export interface Part49 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind49Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part49[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind49Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind49 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind49 extends CustomResource<Kind49Spec, Kind49Status> {}
export const Kind49 = defineKind<Kind49>({ group: "sixty.example.com", version: "v1", kind: "Kind49" });
