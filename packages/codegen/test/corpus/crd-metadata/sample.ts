import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  size: Int32;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 * +kubebuilder:metadata:annotations="api-approved.kubernetes.io=https://example.com/pull/1"
 * +kubebuilder:metadata:annotations={"b=2","a=1=one"},labels={"app=sample","tier=back"}
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "crd-metadata.example.com", version: "v1", kind: "Sample" });
