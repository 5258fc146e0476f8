import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

// biome-ignore format: the comment stands behind the brace
export interface SampleSpec { /** Size of it.
   * @default 1
   * +kubebuilder:validation:Minimum=1
   */
  size: Int32;
  /**
   * Name of it.
   *
   * With a paragraph.
   * @see https://example.com
   * @deprecated use size
   * +kubebuilder:default=x
   */
  name?: string;
  /**
   * Inline of it.
   *
   * @internal
   */
  inline: string;
  /**
   * Link to the docs.
   * @remarks
   * This text belongs to the tag.
   *
   * So does this.
   */
  link: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "jsdoc-tags.example.com", version: "v1", kind: "Sample" });
