import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface Part {
  name: string;
}

export interface SampleSpec {
  // +kubebuilder:default=five
  // +kubebuilder:validation:Minimum=1
  size?: Int32;
  // +kubebuilder:default=0
  // +kubebuilder:validation:Minimum=1
  least?: Int32;
  // +kubebuilder:default=Other
  policy?: "Allow" | "Forbid";
  // +kubebuilder:default={size: 1}
  part?: Part;
  // +kubebuilder:default=x
  list?: string[];
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "wrong-default.example.com", version: "v1", kind: "Sample" });
