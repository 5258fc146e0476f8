import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part53 of it. */
export interface Part53 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind53Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part53[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind53Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind53 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind53 extends CustomResource<Kind53Spec, Kind53Status> {}
export const Kind53 = defineKind<Kind53>({ group: "sixty.example.com", version: "v1", kind: "Kind53" });
