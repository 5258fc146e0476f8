import { type CustomResource, defineKind, type Int32, type Condition, type LabelSelector } from "@kubewright/api";
import type { PodTemplateSpec, ResourceRequirements } from "@kubewright/api/core/v1";

/** Part18 of it. */
export interface Part18 {
  /**
   * Name of the part, with a text that is long enough to be broken into two lines when it is written to a file.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  labels?: Record<string, string>;
}

export interface Kind18Spec {
  /**
   * Size of it.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=1
   */
  size?: Int32;
  parts?: Part18[];
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  template?: PodTemplateSpec;
}

export interface Kind18Status {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * Kind18 is a kind.
 * +kubebuilder:subresource:status
 */
export interface Kind18 extends CustomResource<Kind18Spec, Kind18Status> {}
export const Kind18 = defineKind<Kind18>({ group: "sixty.example.com", version: "v1", kind: "Kind18" });
