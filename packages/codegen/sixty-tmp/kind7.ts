import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part7 of it. */
export interface Part7 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind7Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part7[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind7Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind7 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind7 extends CustomResource<Kind7Spec, Kind7Status> {}
export const Kind7 = defineKind<Kind7>({ group: "sixty.example.com", version: "v1", kind: "Kind7" });
