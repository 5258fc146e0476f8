import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part38 of it. */
export interface Part38 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind38Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part38[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind38Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind38 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind38 extends CustomResource<Kind38Spec, Kind38Status> {}
export const Kind38 = defineKind<Kind38>({ group: "sixty.example.com", version: "v1", kind: "Kind38" });
