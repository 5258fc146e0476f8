import { type CustomResource, defineKind } from "@kubewright/api";

export interface Part {
  readonly name: string;
  readonly list?: readonly string[];
}

export interface SampleSpec {
  readonly part: Part;
  readonly frozen: Readonly<Part>;
  /** Dashed-name is quoted. */
  readonly "dashed-name": string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "readonly-members.example.com", version: "v1", kind: "Sample" });
