import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part35 of it. */
export interface Part35 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind35Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part35[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind35Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind35 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind35 extends CustomResource<Kind35Spec, Kind35Status> {}
export const Kind35 = defineKind<Kind35>({ group: "sixty.example.com", version: "v1", kind: "Kind35" });
