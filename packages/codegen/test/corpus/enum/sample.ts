import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

/**
 * Policy says what to do.
 * +kubebuilder:validation:Enum=Allow;Forbid;Replace
 */
export type Policy = string;

export interface SampleSpec {
  // +kubebuilder:validation:Enum=one;two
  field: string;
  // +kubebuilder:validation:Enum={"with space","semi;colon","on","1",""}
  quoted: string;
  // +kubebuilder:validation:Enum=1;2;3
  number: Int32;
  // +kubebuilder:validation:Enum=true
  flag: boolean;
  // +kubebuilder:validation:Enum=""
  empty: string;
  policy: Policy;
  /**
   * Narrower than the type allows.
   * +kubebuilder:validation:Enum=Allow;Forbid
   */
  narrow: Policy;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "enum.example.com", version: "v1", kind: "Sample" });
