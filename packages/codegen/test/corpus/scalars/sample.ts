import { type CustomResource, defineKind, type Int32, type Int64 } from "@kubewright/api";

export interface SampleSpec {
  /** Text of it. */
  text: string;
  flag: boolean;
  small: Int32;
  large: Int64;
  pointer?: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "scalars.example.com", version: "v1", kind: "Sample" });
