import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part52 of it. */
export interface Part52 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind52Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part52[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind52Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind52 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind52 extends CustomResource<Kind52Spec, Kind52Status> {}
export const Kind52 = defineKind<Kind52>({ group: "sixty.example.com", version: "v1", kind: "Kind52" });
