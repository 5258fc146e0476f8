import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

/** Part of it. */
// eslint-disable-next-line some-rule, other-rule
export interface Part {
  // eslint-disable-next-line some-rule
  /** Name of it. */
  // prettier-ignore
  name: string;
  // eslint-disable-next-line some-rule, other-rule
  size: Int32;
}

export interface SampleSpec {
  part: Part;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "tool-directives.example.com", version: "v1", kind: "Sample" });
