import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  either: string | Int32;
  tuple: [string, Int32];
  date: Date;
  map: Map<string, string>;
  call: () => void;
  big: bigint;
  never: never;
  mixed: "a" | 1;
  template: `v${string}`;
  keyed: Record<number, string>;
  method(): void;
  oneOf: { a: string } | { b: string };
  nothing: undefined;
  set: Set<string>;
  symbol: symbol;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "unsupported-types.example.com", version: "v1", kind: "Sample" });
