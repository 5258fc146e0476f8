import { type CustomResource, defineKind, type Int32, type Int64 } from "@kubewright/api";

export type Key = string;

export interface Part {
  name: string;
}

/** Parts by name. */
export type Parts = Record<Key, Part>;

export interface SampleSpec {
  /** Texts by name. */
  texts: Record<string, string>;
  numbers?: Record<string, Int32>;
  parts: Record<string, Part>;
  lists: Record<string, string[]>;
  maps: Record<string, Record<string, Int64>>;
  named: Parts;
  keyed: Record<Key, string>;
  indexed: { [name: string]: boolean };
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "maps.example.com", version: "v1", kind: "Sample" });
