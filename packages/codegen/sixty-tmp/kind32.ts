import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part32 of it. */
export interface Part32 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind32Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part32[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind32Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind32 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind32 extends CustomResource<Kind32Spec, Kind32Status> {}
export const Kind32 = defineKind<Kind32>({ group: "sixty.example.com", version: "v1", kind: "Kind32" });
