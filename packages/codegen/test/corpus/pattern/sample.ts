import { type CustomResource, defineKind } from "@kubewright/api";

// +kubebuilder:validation:Pattern="^[a-z]+$"
export type Word = string;

export interface SampleSpec {
  // +kubebuilder:validation:Pattern=`^\d+(\.\d+)?$`
  backticks: string;
  // +kubebuilder:validation:Pattern="^\\w+\\s\"x\"$"
  quoted: string;
  // +kubebuilder:validation:Pattern=^[A-Z]+$
  bare: string;
  // +kubebuilder:validation:Pattern=`^([a-z0-9]([-a-z0-9]*[a-z0-9])?)(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*: it's 'quoted' # and more$`
  long: string;
  // +kubebuilder:validation:Pattern=`^äöü$`
  unicode: string;
  named: Word;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "pattern.example.com", version: "v1", kind: "Sample" });
