import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part48 of it. */
export interface Part48 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind48Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part48[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  template?: PodTemplateSpec;
}

export interface Kind48Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind48 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind48 extends CustomResource<Kind48Spec, Kind48Status> {}
export const Kind48 = defineKind<Kind48>({ group: "sixty.example.com", version: "v1", kind: "Kind48" });
