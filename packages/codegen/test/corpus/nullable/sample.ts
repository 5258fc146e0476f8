import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface Part {
  name: string | null;
}

export interface SampleSpec {
  // +nullable
  text: string;
  part?: Part | null;
  /** Size may be absent, or null. */
  size?: Int32 | null;
  list: string[] | null;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "nullable.example.com", version: "v1", kind: "Sample" });
