import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  color: string;
  size: Int32;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 * +kubebuilder:selectablefield:JSONPath=".spec.color"
 * +kubebuilder:selectablefield:JSONPath=`.spec.size`
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "selectable-fields.example.com", version: "v1", kind: "Sample" });
