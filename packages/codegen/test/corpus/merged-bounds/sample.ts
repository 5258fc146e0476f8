import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

// +kubebuilder:validation:Minimum=10
// +kubebuilder:validation:Maximum=20
// +kubebuilder:validation:MultipleOf=5
export type Bounded = Int32;

// +kubebuilder:validation:MinLength=5
// +kubebuilder:validation:MaxLength=10
// +kubebuilder:validation:Pattern=^a
// +kubebuilder:validation:Format=date
export type Text = string;

// +kubebuilder:validation:MinItems=2
// +kubebuilder:validation:MaxItems=4
export type List = string[];

// +kubebuilder:validation:MinProperties=2
// +kubebuilder:validation:MaxProperties=4
export type Map = Record<string, string>;

export interface SampleSpec {
  // +kubebuilder:validation:Minimum=5
  // +kubebuilder:validation:Maximum=30
  looser: Bounded;
  // +kubebuilder:validation:Minimum=12
  // +kubebuilder:validation:Maximum=18
  // +kubebuilder:validation:ExclusiveMaximum=true
  tighter: Bounded;
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=100
  looserText: Text;
  // +kubebuilder:validation:MinLength=6
  // +kubebuilder:validation:MaxLength=9
  // +kubebuilder:validation:Pattern=b$
  tighterText: Text;
  // +kubebuilder:validation:MinItems=1
  // +kubebuilder:validation:MaxItems=3
  list: List;
  // +kubebuilder:validation:MinProperties=3
  // +kubebuilder:validation:MaxProperties=9
  map: Map;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "merged-bounds.example.com", version: "v1", kind: "Sample" });
