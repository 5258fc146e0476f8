import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part13 of it. */
export interface Part13 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind13Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part13[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind13Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind13 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind13 extends CustomResource<Kind13Spec, Kind13Status> {}
export const Kind13 = defineKind<Kind13>({ group: "sixty.example.com", version: "v1", kind: "Kind13" });
