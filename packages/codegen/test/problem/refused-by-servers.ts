import { type CustomResource, defineKind } from "@kubewright/api";

export interface SampleSpec {
  // +kubebuilder:validation:UniqueItems=true
  unique: string[];
  // +kubebuilder:validation:Pattern=`([a-z]`
  pattern: string;
  // +kubebuilder:validation:Type=texts
  type: string;
  // +kubebuilder:validation:EmbeddedResource
  embedded: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "refused-by-servers.example.com", version: "v1", kind: "Sample" });
