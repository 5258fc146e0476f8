import { type CustomResource, defineKind, type Int32, type ObjectMeta, type TemplateMeta } from "@kubewright/api";

/** Template of an object. */
export interface Template {
  /** Standard metadata. */
  metadata?: ObjectMeta;
  size: Int32;
}

export interface SampleSpec {
  template: Template;
  /** Labels and annotations of what is made. */
  meta?: TemplateMeta;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "object-meta.example.com", version: "v1", kind: "Sample" });
