import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  size: Int32;
}

export interface OtherSpec {
  name: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "two-kinds.example.com", version: "v1", kind: "Sample" });

/**
 * Other shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 * +kubebuilder:resource:scope=Cluster
 */
export interface Other extends CustomResource<OtherSpec> {}
export const Other = defineKind<Other>({ group: "two-kinds.example.com", version: "v1", kind: "Other" });
