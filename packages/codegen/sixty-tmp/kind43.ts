import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part43 of it. */
export interface Part43 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind43Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part43[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind43Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind43 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind43 extends CustomResource<Kind43Spec, Kind43Status> {}
export const Kind43 = defineKind<Kind43>({ group: "sixty.example.com", version: "v1", kind: "Kind43" });
