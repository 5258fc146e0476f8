import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part1 of it. */
export interface Part1 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind1Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part1[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind1Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind1 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind1 extends CustomResource<Kind1Spec, Kind1Status> {}
export const Kind1 = defineKind<Kind1>({ group: "sixty.example.com", version: "v1", kind: "Kind1" });
