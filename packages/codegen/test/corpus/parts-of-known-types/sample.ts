import { type CustomResource, defineKind } from "@kubewright/api";
import type { Container, PodSpec } from "@kubewright/api/core/v1";

export interface SampleSpec {
  /** Placement of the pods. */
  placement: Pick<PodSpec, "nodeSelector" | "tolerations">;
  resources?: Container["resources"];
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "parts-of-known-types.example.com", version: "v1", kind: "Sample" });
