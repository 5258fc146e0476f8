import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part37 of it. */
export interface Part37 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind37Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part37[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind37Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind37 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind37 extends CustomResource<Kind37Spec, Kind37Status> {}
export const Kind37 = defineKind<Kind37>({ group: "sixty.example.com", version: "v1", kind: "Kind37" });
