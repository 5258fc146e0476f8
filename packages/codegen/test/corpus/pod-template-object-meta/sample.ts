import { type CustomResource, defineKind } from "@kubewright/api";
import type { PodTemplateSpec } from "@kubewright/api/core/v1";

export interface SampleSpec {
  /** Template of the pods. */
  template: PodTemplateSpec;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({
  group: "pod-template-object-meta.example.com",
  version: "v1",
  kind: "Sample",
});
