import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

// +kubebuilder:externalDocs:url="https://example.com/part",description="All about parts"
export interface Part {
  name: string;
}

export interface SampleSpec {
  part: Part;
  /**
   * Size of it.
   * +kubebuilder:externalDocs:url="https://example.com/size?x=1"
   */
  size: Int32;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "external-docs.example.com", version: "v1", kind: "Sample" });
