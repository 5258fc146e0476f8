import { type CustomResource, defineKind } from "@kubewright/api";
import type * as shared from "../shared/endpoint.ts";
import type { Endpoint } from "../shared/endpoint.ts";

export interface SampleSpec {
  /** Endpoint of it. */
  endpoint: Endpoint;
  others?: shared.Endpoint[];
  port: shared.Port;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "imported-types.example.com", version: "v1", kind: "Sample" });

/**
 * Other shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Other extends CustomResource<SampleSpec> {}
export const Other = defineKind<Other>({ group: "imported-types.example.com", version: "v1", kind: "Other" });
