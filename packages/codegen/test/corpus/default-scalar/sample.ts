import {
  type CustomResource,
  type Duration,
  defineKind,
  type Int32,
  type Int64,
  type QuantityText,
} from "@kubewright/api";

export interface SampleSpec {
  // +kubebuilder:default=bare
  bare?: string;
  // +kubebuilder:default="quoted: text"
  quoted?: string;
  // +kubebuilder:default=`back\slash`
  backticks?: string;
  // +kubebuilder:default="1"
  numberText?: string;
  // +kubebuilder:default="true"
  flagText?: string;
  // +kubebuilder:default=""
  empty?: string;
  // +kubebuilder:default=3
  number?: Int32;
  // +kubebuilder:default=-7
  negative?: Int64;
  // +kubebuilder:default=true
  flag?: boolean;
  // +kubebuilder:default:=false
  colon?: boolean;
  // +kubebuilder:default="1.5Gi"
  quantity?: QuantityText;
  // +kubebuilder:default="30s"
  duration?: Duration;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "default-scalar.example.com", version: "v1", kind: "Sample" });
