import { type CustomResource, defineKind, type LabelSelector } from "@kubewright/api";

export interface SampleSpec {
  /** Selector of pods. */
  selector: LabelSelector;
  other?: LabelSelector;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "label-selector.example.com", version: "v1", kind: "Sample" });
