import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part0 of it. */
export interface Part0 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind0Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part0[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  template?: PodTemplateSpec;
}

export interface Kind0Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind0 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind0 extends CustomResource<Kind0Spec, Kind0Status> {}
export const Kind0 = defineKind<Kind0>({ group: "sixty.example.com", version: "v1", kind: "Kind0" });
