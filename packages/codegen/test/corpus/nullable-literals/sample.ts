import { type CustomResource, defineKind, type Int64 } from "@kubewright/api";

export interface SampleSpec {
  // +kubebuilder:validation:Enum=a;b
  choice: string | null;
  optional?: string | null | undefined;
  undefined?: string | undefined;
  large: Int64 | bigint;
  items?: readonly string[] | null;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "nullable-literals.example.com", version: "v1", kind: "Sample" });
