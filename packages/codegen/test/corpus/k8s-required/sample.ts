import { type CustomResource, defineKind, type Int32, type Time } from "@kubewright/api";

export interface Part {
  name?: string;
}

export type Label = string;

export type Level = Int32;

export type Flag = boolean;

export interface SampleSpec {
  // +k8s:required
  text: string;
  // +k8s:required
  list: string[];
  // +k8s:required
  map: Record<string, string>;
  // +k8s:required
  part: Part;
  // +k8s:required
  number: Int32;
  // +k8s:required
  label: Label;
  // +k8s:required
  level: Level;
  // +k8s:required
  flag: Flag;
  // +k8s:required
  start: Time;
  // +k8s:required
  any: unknown;
  // +k8s:required
  // +kubebuilder:validation:MinItems=3
  atLeastThree: string[];
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "k8s-required.example.com", version: "v1", kind: "Sample" });
