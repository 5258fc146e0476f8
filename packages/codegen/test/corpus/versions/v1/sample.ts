import { type CustomResource, defineKind, type Int64 } from "@kubewright/api";

export interface SampleSpec {
  count: Int64;
}

/**
 * Sample of v1.
 * +kubebuilder:object:root=true
 * +kubebuilder:storageversion
 * +kubebuilder:subresource:status
 * +kubebuilder:printcolumn:name=Count,type=integer,JSONPath=.spec.count
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "versions.example.com", version: "v1", kind: "Sample" });
