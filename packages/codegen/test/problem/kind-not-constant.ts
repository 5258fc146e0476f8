import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export const group = "kind-not-constant.example.com";
const version = "v1" as string;

export interface SampleSpec {
  size: Int32;
}

export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group, version, kind: "Sample" });
export const Other = defineKind({ group, version: "v1", kind: "Other" });
