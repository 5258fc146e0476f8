import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part57 of it. */
export interface Part57 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind57Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part57[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind57Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind57 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind57 extends CustomResource<Kind57Spec, Kind57Status> {}
export const Kind57 = defineKind<Kind57>({ group: "sixty.example.com", version: "v1", kind: "Kind57" });
