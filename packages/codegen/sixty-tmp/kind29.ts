import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part29 of it. */
export interface Part29 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind29Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part29[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind29Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind29 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind29 extends CustomResource<Kind29Spec, Kind29Status> {}
export const Kind29 = defineKind<Kind29>({ group: "sixty.example.com", version: "v1", kind: "Kind29" });
