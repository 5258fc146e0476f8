import { defineKind, type Int32, type KubeObject } from "@kubewright/api";

export interface SampleSpec {
  size: Int32;
}

/** Sample by an intersection. */
export type Sample = KubeObject & {
  spec: SampleSpec;
  /** Ready is at the root. */
  ready?: boolean;
};
export const Sample = defineKind<Sample>({ group: "kind-as-intersection.example.com", version: "v1", kind: "Sample" });
