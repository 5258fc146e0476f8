import { type CustomResource, defineKind } from "@kubewright/api";

// +kubebuilder:validation:XEmbeddedResource
// +kubebuilder:pruning:PreserveUnknownFields
export interface Template {
  note?: string;
}

export interface SampleSpec {
  /**
   * Object is any object.
   * +kubebuilder:validation:EmbeddedResource
   * +kubebuilder:pruning:PreserveUnknownFields
   */
  object: Empty;
  // +kubebuilder:validation:XEmbeddedResource
  // +kubebuilder:pruning:PreserveUnknownFields
  other: Empty;
  template: Template;
}

export interface Empty {
  note?: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "embedded-resource.example.com", version: "v1", kind: "Sample" });
