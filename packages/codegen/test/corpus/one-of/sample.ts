import { type CustomResource, defineKind } from "@kubewright/api";

/**
 * Source is one of several.
 * +kubebuilder:validation:ExactlyOneOf=configMap;secret
 */
export interface Source {
  configMap?: string;
  secret?: string;
}

// +kubebuilder:validation:AtMostOneOf=a;b;c
// +kubebuilder:validation:AtMostOneOf=c;d
export interface Few {
  a?: string;
  b?: string;
  c?: string;
  d?: string;
}

// +kubebuilder:validation:AtLeastOneOf=email;phone
// +kubebuilder:validation:ExactlyOneOf=first;last
// +kubebuilder:validation:AtMostOneOf=email;first
// +kubebuilder:validation:XValidation:rule="true",message="comes first"
export interface Contact {
  email?: string;
  phone?: string;
  // +optional
  first: string;
  last?: string;
}

export interface SampleSpec {
  source: Source;
  few: Few;
  contact: Contact;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "one-of.example.com", version: "v1", kind: "Sample" });
