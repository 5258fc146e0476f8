import { type CustomResource, defineKind } from "@kubewright/api";
import type { ResourceRequirements, VolumeResourceRequirements } from "@kubewright/api/core/v1";

export interface SampleSpec {
  /** Resources of each instance. */
  resources?: ResourceRequirements;
  volume?: VolumeResourceRequirements;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "resource-requirements.example.com", version: "v1", kind: "Sample" });
