import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part33 of it. */
export interface Part33 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind33Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part33[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind33Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind33 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind33 extends CustomResource<Kind33Spec, Kind33Status> {}
export const Kind33 = defineKind<Kind33>({ group: "sixty.example.com", version: "v1", kind: "Kind33" });
