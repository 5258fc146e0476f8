import { type CustomResource, defineKind, type Int32, type Int64 } from "@kubewright/api";

/** Full has all fields. */
export interface Full {
  /**
   * Name of it.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  /** Size of it. */
  size?: Int32;
  zone: string;
}

export interface Sized {
  bytes: Int64;
}

/** Whole of two. */
export type Whole = Full & Sized;

export interface SampleSpec {
  whole: Whole;
  /** Inline one. */
  inline: Sized & { label?: string };
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "intersection.example.com", version: "v1", kind: "Sample" });
