import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

/** SampleSpec of it. */
export interface SampleSpec {
  size: Int32;
}

export interface SampleStatus {
  ready: boolean;
}

/**
 * Sample by an alias.
 * +kubebuilder:subresource:status
 */
export type Sample = CustomResource<SampleSpec, SampleStatus>;
export const Sample = defineKind<Sample>({ group: "alias-as-kind.example.com", version: "v1", kind: "Sample" });
