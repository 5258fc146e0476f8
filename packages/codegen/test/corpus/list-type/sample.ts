import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface Port {
  name: string;
  // +kubebuilder:default=TCP
  protocol?: string;
  number: Int32;
}

/**
 * Ports are merged by name.
 * +listType=map
 * +listMapKey=name
 */
export type Ports = Port[];

// +listType=set
export type Tags = string[];

export interface SampleSpec {
  // +listType=map
  // +listMapKey=name
  // +listMapKey=protocol
  // +listMapKey=name
  ports: Port[];
  // +listType=set
  tags: string[];
  // +listType=atomic
  args: string[];
  namedPorts: Ports;
  namedTags: Tags;
  // +listType=atomic
  otherTags: Tags;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "list-type.example.com", version: "v1", kind: "Sample" });
