import { type CustomResource, defineKind, type Int32, type Int64, type IntOrString } from "@kubewright/api";

export interface SampleSpec {
  // +kubebuilder:validation:items:Minimum=1
  // +kubebuilder:validation:items:Maximum=65535
  ports: Int32[];
  // +kubebuilder:validation:items:Minimum=0
  // +kubebuilder:validation:items:ExclusiveMinimum=true
  // +kubebuilder:validation:items:Maximum=10
  // +kubebuilder:validation:items:ExclusiveMaximum=true
  // +kubebuilder:validation:items:MultipleOf=2
  even: Int64[];
  // +kubebuilder:validation:MinItems=1
  // +kubebuilder:validation:items:MinLength=1
  // +kubebuilder:validation:items:MaxLength=63
  // +kubebuilder:validation:items:Pattern=`^[a-z]+$`
  names: string[];
  // +kubebuilder:validation:items:Enum=a;b;c
  // +kubebuilder:validation:items:Format=hostname
  choices: string[];
  // +kubebuilder:validation:items:MinItems=1
  // +kubebuilder:validation:items:MaxItems=2
  // +kubebuilder:validation:items:UniqueItems=false
  lists: string[][];
  // +kubebuilder:validation:items:MinProperties=1
  // +kubebuilder:validation:items:MaxProperties=2
  maps: Record<string, string>[];
  // +kubebuilder:validation:items:XValidation:rule="self != ''",message="not empty"
  rules: string[];
  // +kubebuilder:validation:items:Type=string
  // +kubebuilder:validation:items:Format=date
  texts: Int32[];
  // +kubebuilder:validation:items:XIntOrString
  // +kubebuilder:validation:items:Pattern=`^\d+%?$`
  percents: IntOrString[];
  // +kubebuilder:validation:items:XPreserveUnknownFields
  // +kubebuilder:validation:items:XEmbeddedResource
  objects: Anything[];
}

export interface Anything {
  name: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "items-of-field.example.com", version: "v1", kind: "Sample" });
