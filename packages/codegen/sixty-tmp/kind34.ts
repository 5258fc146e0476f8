import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part34 of it. */
export interface Part34 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind34Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part34[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind34Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind34 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind34 extends CustomResource<Kind34Spec, Kind34Status> {}
export const Kind34 = defineKind<Kind34>({ group: "sixty.example.com", version: "v1", kind: "Kind34" });
