import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part5 of it. */
export interface Part5 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind5Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part5[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind5Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind5 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind5 extends CustomResource<Kind5Spec, Kind5Status> {}
export const Kind5 = defineKind<Kind5>({ group: "sixty.example.com", version: "v1", kind: "Kind5" });
