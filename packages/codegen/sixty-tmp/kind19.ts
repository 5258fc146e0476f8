import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part19 of it. */
export interface Part19 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind19Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part19[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  
}

export interface Kind19Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind19 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind19 extends CustomResource<Kind19Spec, Kind19Status> {}
export const Kind19 = defineKind<Kind19>({ group: "sixty.example.com", version: "v1", kind: "Kind19" });
