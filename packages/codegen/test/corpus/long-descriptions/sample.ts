import { type CustomResource, defineKind } from "@kubewright/api";

export interface SampleSpec {
  /** Long is described by one line that is much longer than eighty characters, so that the writer of the YAML has to decide whether it folds it. */
  long: string;
  /**
   * Lines are kept
   * as they are written,
   * one after another.
   */
  lines: string;
  /**
   * First paragraph.
   *
   * Second paragraph, which is long enough that it has to be folded if folding is what happens to texts of this kind.
   *
   * - first item
   * - second item
   */
  paragraphs: string;
  /** Averyveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryverylongwordwithoutanyspaceatall and more */
  word: string;
  /** Double  spaces   inside, and a text that is longer than eighty characters    with more   of them at the    fold. */
  spaces: string;
  /** Exactly eighty characters are in this line of text, not one more and not fewer. */
  eighty: string;
  /** One more than the writer's width: 01234567890123456789012345678901234567890123456789 */
  width: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "long-descriptions.example.com", version: "v1", kind: "Sample" });
