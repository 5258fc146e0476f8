import { defineKind, type Int32, type KubeObject } from "@kubewright/api";

export interface SampleSpec {
  size: Int32;
}

/**
 * Sample has no spec field of its own shape.
 * +kubebuilder:object:root=true
 */
export interface Sample extends KubeObject {
  /** Data instead of a spec. */
  data?: Record<string, string>;
  spec?: SampleSpec;
  // +kubebuilder:default=false
  immutable?: boolean;
}
export const Sample = defineKind<Sample>({ group: "written-out-object.example.com", version: "v1", kind: "Sample" });
