import { type CustomResource, defineKind } from "@kubewright/api";

/** Part of a sample. It has a name. The name says what it is for, and nothing else than that is said by it. */
export interface Part {
  /** Name of the part, which is at most as long as it says here and no longer than that. */
  name: string;
  /** Short. */
  short: string;
  /** Averyveryveryveryveryveryveryveryveryveryveryverylongwordwithoutanyspaceatall */
  word: string;
  /** First sentence. Second sentence. Third sentence, which does not fit any more. Fourth. */
  sentences: string;
  /** Ends exactly here, at fifty characters, and stops. */
  exact: string;
}

export interface SampleSpec {
  /** Part is described here. And here, at some length that goes on. */
  part: Part;
  other: Part;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({
  group: "descriptions-cut-at-50.example.com",
  version: "v1",
  kind: "Sample",
});
