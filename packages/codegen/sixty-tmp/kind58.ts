import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part58 of it. */
export interface Part58 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind58Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part58[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind58Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind58 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind58 extends CustomResource<Kind58Spec, Kind58Status> {}
export const Kind58 = defineKind<Kind58>({ group: "sixty.example.com", version: "v1", kind: "Kind58" });
