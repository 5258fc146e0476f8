import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

/** Full has all fields. */
export interface Full {
  /**
   * Name of it.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  /** Size of it. */
  size?: Int32;
  zone: string;
}

export interface SampleSpec {
  /** Required is all of it. */
  required: Required<Full>;
  list: Required<Full>[];
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "required.example.com", version: "v1", kind: "Sample" });
