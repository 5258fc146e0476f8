import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part41 of it. */
export interface Part41 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind41Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part41[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind41Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind41 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind41 extends CustomResource<Kind41Spec, Kind41Status> {}
export const Kind41 = defineKind<Kind41>({ group: "sixty.example.com", version: "v1", kind: "Kind41" });
