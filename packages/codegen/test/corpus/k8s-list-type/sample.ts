import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface Port {
  name: string;
  number: Int32;
}

// +k8s:listType=map
// +k8s:listMapKey=name
export type Ports = Port[];

export interface SampleSpec {
  // +k8s:listType=map
  // +k8s:listMapKey=name
  ports: Port[];
  // +k8s:listType=set
  tags: string[];
  named: Ports;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "k8s-list-type.example.com", version: "v1", kind: "Sample" });
