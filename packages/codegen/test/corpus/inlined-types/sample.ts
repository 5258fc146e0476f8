import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

/**
 * Base is what others build on.
 * +kubebuilder:validation:XValidation:rule="self.name.size() > 0"
 */
export interface Base {
  /**
   * Name of everything.
   * +kubebuilder:validation:MinLength=1
   */
  name: string;
  zone?: string;
}

export interface Sized {
  size: Int32;
}

/** Derived has more. */
export interface Derived extends Base {
  /** Extra is its own. */
  extra?: string;
}

// +kubebuilder:validation:MinProperties=1
export interface Twice extends Derived, Sized {}

export interface SampleSpec extends Sized {
  derived: Derived;
  twice: Twice;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "inlined-types.example.com", version: "v1", kind: "Sample" });
