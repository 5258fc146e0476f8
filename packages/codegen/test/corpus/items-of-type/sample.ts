import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

/**
 * Ports are numbers.
 * +kubebuilder:validation:MaxItems=3
 * +kubebuilder:validation:items:Minimum=1
 * +kubebuilder:validation:items:Maximum=65535
 */
export type Ports = Int32[];

// +kubebuilder:validation:items:MinLength=1
// +kubebuilder:validation:items:MaxLength=63
// +kubebuilder:validation:items:Pattern=`^[a-z]+$`
// +kubebuilder:validation:items:Enum=a;b
// +kubebuilder:validation:items:Format=hostname
export type Names = string[];

// +kubebuilder:validation:items:XValidation:rule="self.size() > 1"
// +kubebuilder:validation:items:MinItems=1
// +kubebuilder:validation:items:MaxItems=2
export type Lists = string[][];

// +kubebuilder:validation:items:MinProperties=1
// +kubebuilder:validation:items:MaxProperties=2
export type Maps = Record<string, string>[];

export interface SampleSpec {
  ports: Ports;
  names: Names;
  lists: Lists;
  maps: Maps;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "items-of-type.example.com", version: "v1", kind: "Sample" });
