import { type CustomResource, defineKind } from "@kubewright/api";

// +kubebuilder:validation:ExactlyOneOf=a;b.c
export interface Nested {
  a?: string;
  b?: string;
}

// +kubebuilder:validation:AtMostOneOf=a;b
export interface Required {
  a: string;
  b?: string;
}

// +kubebuilder:validation:AtLeastOneOf=a;missing
export interface Missing {
  a?: string;
}

export interface SampleSpec {
  nested: Nested;
  required: Required;
  missing: Missing;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "wrong-one-of.example.com", version: "v1", kind: "Sample" });
