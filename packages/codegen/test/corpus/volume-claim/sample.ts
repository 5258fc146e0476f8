import { type CustomResource, defineKind } from "@kubewright/api";
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec, Volume } from "@kubewright/api/core/v1";

export interface SampleSpec {
  claim: PersistentVolumeClaimSpec;
  template?: PersistentVolumeClaim;
  volumes?: Volume[];
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "volume-claim.example.com", version: "v1", kind: "Sample" });
