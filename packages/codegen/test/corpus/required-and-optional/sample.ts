import { type CustomResource, defineKind } from "@kubewright/api";

export interface SampleSpec {
  plain: string;
  omitEmpty?: string;
  // +optional
  optional: string;
  // +required
  required?: string;
  // +kubebuilder:validation:Optional
  olderOptional: string;
  // +kubebuilder:validation:Required
  olderRequired?: string;
  // +k8s:optional
  newerOptional: string;
  // +k8s:required
  newerRequired?: string;
  /**
   * The older optional wins over the others.
   * +required
   * +kubebuilder:validation:Optional
   */
  olderFirst: string;
  /**
   * Optional wins where both are there.
   * +required
   * +optional
   */
  optionalFirst: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "required-and-optional.example.com", version: "v1", kind: "Sample" });
