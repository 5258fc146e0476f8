import { type CustomResource, defineKind } from "@kubewright/api";
import type { SampleSpec } from "./spec.ts";

declare module "./spec.ts" {
  interface SampleSpec {
    /**
     * Zone is added by another file.
     * +kubebuilder:validation:MinLength=1
     */
    zone?: string;
    inner: Deep.Deeper.Inner;
  }
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "added-members.example.com", version: "v1", kind: "Sample" });
