import { type CustomResource, defineKind } from "@kubewright/api";
import { type Endpoint, group, type Target, version } from "./lib/all.ts";

export interface SampleSpec {
  endpoint: Endpoint;
  renamed: Target;
  sized: import("./lib/sized.ts").Sized;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group, version, kind: "Sample" });
