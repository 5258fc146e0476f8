import { type CustomResource, defineKind, type IntOrString } from "@kubewright/api";

/**
 * Share is a number or a part of all.
 * +kubebuilder:validation:XIntOrString
 * +kubebuilder:validation:Pattern=`^\d+%?$`
 */
export type Share = IntOrString;

export interface SampleSpec {
  /** Port by number or name. */
  port: IntOrString;
  // +kubebuilder:validation:XIntOrString
  // +kubebuilder:validation:Pattern="^((100|[0-9]{1,2})%|[0-9]+)$"
  surge?: IntOrString;
  // +kubebuilder:validation:XIntOrString
  // +kubebuilder:validation:MaxLength=5
  bounded?: IntOrString;
  ports?: IntOrString[];
  // +kubebuilder:default=80
  number?: IntOrString;
  // +kubebuilder:default="25%"
  text?: IntOrString;
  share?: Share;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "int-or-string.example.com", version: "v1", kind: "Sample" });
