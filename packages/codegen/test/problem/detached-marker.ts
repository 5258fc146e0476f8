import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  size: Int32;
}

// Two comments away: it belongs to nothing.
// +kubebuilder:subresource:status

// The one before the type.

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "detached-marker.example.com", version: "v1", kind: "Sample" });
