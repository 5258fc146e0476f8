import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part27 of it. */
export interface Part27 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind27Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part27[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind27Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind27 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind27 extends CustomResource<Kind27Spec, Kind27Status> {}
export const Kind27 = defineKind<Kind27>({ group: "sixty.example.com", version: "v1", kind: "Kind27" });
