import { type CustomResource, defineKind } from "@kubewright/api";

export interface SampleSpec {
  first: string; // +kubebuilder:validation:MaxLength=1
  second: string;
  third: string; // Third is described behind it.
  /**
     Fourth in a block.
     Two lines of it.
  */
  fourth: string;
  /** Fifth in one line. */
  fifth: string;
  // A group that is not attached.
  // +kubebuilder:validation:MinLength=3

  // Another one.
  // +kubebuilder:validation:MaxLength=4

  // Sixth has two groups before it.
  // +kubebuilder:validation:Pattern=x
  sixth: string;
  // +optional

  seventh: string;
}

// A group before the type.

// Another group before the type.
// +kubebuilder:resource:shortName=sm

/**
 * Sample has groups before it.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "comment-places.example.com", version: "v1", kind: "Sample" });
