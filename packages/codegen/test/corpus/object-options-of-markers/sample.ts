import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

// +kubebuilder:object:generate=true
// +k8s:deepcopy-gen=package

export interface SampleSpec {
  size: Int32;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 * +kubebuilder:object:generate=true
 * +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
 * +kubebuilder:storageversion
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({
  group: "object-options-of-markers.example.com",
  version: "v1",
  kind: "Sample",
});
