import { type CustomResource, defineKind } from "@kubewright/api";

export interface SampleSpec {
  /** Colon: makes a mapping */
  colon: string;
  /** Hash # makes a comment */
  hash: string;
  /** 'single' quotes */
  single: string;
  /** "double" quotes */
  double: string;
  /** It's both "ways": here, in a text that is rather long and therefore has to be folded somewhere in it. */
  both: string;
  /** true */
  boolean: string;
  /** 42 */
  number: string;
  /** null */
  null: string;
  /** 2026-01-01 */
  date: string;
  // - dash
  dash: string;
  /** {braces} first */
  braces: string;
  /** [brackets] first */
  brackets: string;
  // *star and &anchor
  star: string;
  // @at and `back` ticks
  at: string;
  /** %percent first */
  percent: string;
  /** ! exclaims | pipes > folds */
  exclaim: string;
  /** Ünïcödé, 日本語 and 😀 in it */
  unicode: string;
  /** Back\\slash and \t escapes */
  backslash: string;
  /** Ends with a colon: */
  ends: string;
  /** ? question */
  question: string;
  /** y */
  yes: string;
  /** off */
  off: string;
  /** 0x1F */
  hex: string;
  /** 1_000 */
  underscore: string;
  /** ~ */
  tilde: string;
  /** = equals */
  equals: string;
  /** Non-breaking space and zero​width */
  invisible: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "quoted-descriptions.example.com", version: "v1", kind: "Sample" });
