import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  // +k8s:maxItems=10
  list: string[];
  // +k8s:minimum=1
  // +k8s:maximum=5
  size: Int32;
  // +k8s:minimum=0 # never less
  // +k8s:maximum=9#never more
  commented: Int32;
  // +k8s:maxItems=3 # few
  few: string[];
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "k8s-bounds.example.com", version: "v1", kind: "Sample" });
