import { type CustomResource, defineKind, type Int32, type Int64, type IntOrString } from "@kubewright/api";

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
// +kubebuilder:validation:items:UniqueItems=false
export type Lists = string[][];

// +kubebuilder:validation:items:MinProperties=1
// +kubebuilder:validation:items:MaxProperties=2
export type Maps = Record<string, string>[];

// +kubebuilder:validation:items:Minimum=0
// +kubebuilder:validation:items:ExclusiveMinimum=true
// +kubebuilder:validation:items:Maximum=10
// +kubebuilder:validation:items:ExclusiveMaximum=true
// +kubebuilder:validation:items:MultipleOf=2
export type Even = Int64[];

// +kubebuilder:validation:items:Type=string
// +kubebuilder:validation:items:Format=date
export type Texts = Int32[];

// +kubebuilder:validation:items:XIntOrString
// +kubebuilder:validation:items:Pattern=`^\d+%?$`
export type Percents = IntOrString[];

// +kubebuilder:validation:items:XPreserveUnknownFields
// +kubebuilder:validation:items:XEmbeddedResource
export type Objects = Anything[];

export interface Anything {
  name: string;
}

export interface SampleSpec {
  ports: Ports;
  names: Names;
  lists: Lists;
  maps: Maps;
  even: Even;
  texts: Texts;
  percents: Percents;
  objects: Objects;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "items-of-type.example.com", version: "v1", kind: "Sample" });
