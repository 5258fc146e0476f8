import { type CustomResource, defineKind } from "@kubewright/api";

export interface Part {
  name: string;
}

export interface SampleSpec {
  /**
   * Schema is anything.
   * +kubebuilder:validation:Schemaless
   * +kubebuilder:pruning:PreserveUnknownFields
   */
  schema: Part;
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:validation:Type=string
  // +kubebuilder:validation:MaxLength=3
  text?: Part;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "schemaless.example.com", version: "v1", kind: "Sample" });
