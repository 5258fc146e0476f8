import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part28 of it. */
export interface Part28 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind28Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part28[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind28Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind28 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind28 extends CustomResource<Kind28Spec, Kind28Status> {}
export const Kind28 = defineKind<Kind28>({ group: "sixty.example.com", version: "v1", kind: "Kind28" });
