import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part11 of it. */
export interface Part11 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind11Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part11[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind11Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind11 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind11 extends CustomResource<Kind11Spec, Kind11Status> {}
export const Kind11 = defineKind<Kind11>({ group: "sixty.example.com", version: "v1", kind: "Kind11" });
