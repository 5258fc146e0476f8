import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part51 of it. */
export interface Part51 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind51Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part51[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind51Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind51 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind51 extends CustomResource<Kind51Spec, Kind51Status> {}
export const Kind51 = defineKind<Kind51>({ group: "sixty.example.com", version: "v1", kind: "Kind51" });
