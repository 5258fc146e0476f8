import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part40 of it. */
export interface Part40 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind40Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part40[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind40Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind40 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind40 extends CustomResource<Kind40Spec, Kind40Status> {}
export const Kind40 = defineKind<Kind40>({ group: "sixty.example.com", version: "v1", kind: "Kind40" });
