import { type CustomResource, defineKind } from "@kubewright/api";

/**
 * Open has more fields than these.
 * +kubebuilder:pruning:PreserveUnknownFields
 */
export interface Open {
  known?: string;
}

// +kubebuilder:validation:XPreserveUnknownFields
export interface Older {
  known?: string;
}

export interface Closed {
  known?: string;
}

export interface SampleSpec {
  open: Open;
  older: Older;
  // +kubebuilder:pruning:PreserveUnknownFields
  field: Closed;
  // +kubebuilder:validation:XPreserveUnknownFields
  olderField: Closed;
  // +kubebuilder:pruning:PreserveUnknownFields
  // +kubebuilder:validation:Schemaless
  anything: Closed;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({
  group: "preserve-unknown-fields.example.com",
  version: "v1",
  kind: "Sample",
});
