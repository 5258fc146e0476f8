import { type CustomResource, defineKind } from "@kubewright/api";

export type Amount = number;

export interface SampleSpec {
  size: number;
  sizes: number[];
  byName: Record<string, number>;
  amount: Amount;
  optional?: number;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "number-without-name.example.com", version: "v1", kind: "Sample" });
