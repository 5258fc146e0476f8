import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

/** Base has a size. */
export interface Base {
  /**
   * Size of the base.
   * +kubebuilder:validation:Minimum=1
   */
  size: Int32;
  name?: string;
  // +listType=set
  tags?: string[];
}

export interface Middle extends Base {
  // +optional
  extra: Base;
}

export interface SampleSpec extends Middle {
  more?: Record<string, Middle>;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "inline-override.example.com", version: "v1", kind: "Sample" });
