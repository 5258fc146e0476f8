import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part16 of it. */
export interface Part16 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind16Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part16[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind16Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind16 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind16 extends CustomResource<Kind16Spec, Kind16Status> {}
export const Kind16 = defineKind<Kind16>({ group: "sixty.example.com", version: "v1", kind: "Kind16" });
