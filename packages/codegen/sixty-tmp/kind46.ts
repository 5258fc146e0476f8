import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part46 of it. */
export interface Part46 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind46Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part46[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind46Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind46 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind46 extends CustomResource<Kind46Spec, Kind46Status> {}
export const Kind46 = defineKind<Kind46>({ group: "sixty.example.com", version: "v1", kind: "Kind46" });
