import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part10 of it. */
export interface Part10 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind10Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part10[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind10Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind10 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind10 extends CustomResource<Kind10Spec, Kind10Status> {}
export const Kind10 = defineKind<Kind10>({ group: "sixty.example.com", version: "v1", kind: "Kind10" });
