import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part4 of it. */
export interface Part4 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind4Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part4[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind4Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind4 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind4 extends CustomResource<Kind4Spec, Kind4Status> {}
export const Kind4 = defineKind<Kind4>({ group: "sixty.example.com", version: "v1", kind: "Kind4" });
