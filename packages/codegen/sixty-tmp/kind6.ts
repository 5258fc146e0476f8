import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part6 of it. */
export interface Part6 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind6Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part6[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  template?: PodTemplateSpec;
}

export interface Kind6Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind6 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind6 extends CustomResource<Kind6Spec, Kind6Status> {}
export const Kind6 = defineKind<Kind6>({ group: "sixty.example.com", version: "v1", kind: "Kind6" });
