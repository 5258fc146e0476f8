import { type CustomResource, defineKind } from "@kubewright/api";
import type { Affinity, TopologySpreadConstraint } from "@kubewright/api/core/v1";

export interface SampleSpec {
  affinity?: Affinity;
  spread?: TopologySpreadConstraint[];
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "affinity.example.com", version: "v1", kind: "Sample" });
