import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part36 of it. */
export interface Part36 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind36Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part36[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  template?: PodTemplateSpec;
}

export interface Kind36Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind36 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind36 extends CustomResource<Kind36Spec, Kind36Status> {}
export const Kind36 = defineKind<Kind36>({ group: "sixty.example.com", version: "v1", kind: "Kind36" });
