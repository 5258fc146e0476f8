import { type CustomResource, defineKind } from "@kubewright/api";

export interface SampleSpec {
  // +kubebuilder:validation:Enum={a,b}
  braces: string;
  // +kubebuilder:validation:Enum= a;b
  spaces: string;
  //+kubebuilder:validation:MaxLength=3
  noSpace: string;
  // +kubebuilder:validation:Enum:=a;b
  walrus: string;
  // +kubebuilder:default={"quoted key": "v", nested: {list: {1,2}, flag: true}}
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:pruning:PreserveUnknownFields
  // +kubebuilder:validation:Type=object
  any?: string;
  // +optional
  // +kubebuilder:validation:MinLength=1
  several: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "markers-in-grammar.example.com", version: "v1", kind: "Sample" });
