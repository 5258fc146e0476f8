import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part31 of it. */
export interface Part31 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind31Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part31[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind31Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind31 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind31 extends CustomResource<Kind31Spec, Kind31Status> {}
export const Kind31 = defineKind<Kind31>({ group: "sixty.example.com", version: "v1", kind: "Kind31" });
