import { type CustomResource, defineKind } from "@kubewright/api";

/**
 * Part above.
 *
 * With a second paragraph.
 */
export interface Part {
  /**
   * Name before a marker.
   * +optional
   * Name after a marker.
   */
  name: string;
  /**
   * TODO(someone): is not shown
   * Kept after it.
   */
  todo: string;
  /**
   * Shown.
   * ---
   * Not shown.
   */
  cut: string;
  /**
   * Example:
   *
   * ```yaml
   * TODO: kept in code
   *   indented: true
   * ---
   * ```
   *
   * After the code.
   */
  code: string;
  // Deprecated: use name.
  deprecated?: string;
  //   Indented at first.
  //   And more.
  indented: string;
  /**
   * Trailing empty lines are dropped.
   *
   *
   */
  trailing: string;
  // Two

  // A block of its own is not its description.

  detached: string;
  // +kubebuilder:validation:MaxLength=3

  // The marker in the block before counts.
  before: string;
}

export interface SampleSpec {
  part: Part;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "comment-forms.example.com", version: "v1", kind: "Sample" });
