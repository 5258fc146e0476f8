import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export type Keys = "a" | "b";

export interface Part {
  /** Name of it. */
  name: string;
  zone?: string;
}

export interface SampleSpec {
  both: { [K in Keys]: string };
  maybe: { [K in Keys]?: Int32 };
  nonNull: NonNullable<Part | null>;
  parts: Array<Readonly<Part>>;
  extracted: NonNullable<Part["zone"]>;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "mapped-types.example.com", version: "v1", kind: "Sample" });
