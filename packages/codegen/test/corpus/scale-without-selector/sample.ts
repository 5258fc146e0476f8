import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  replicas?: Int32;
}

export interface SampleStatus {
  replicas: Int32;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 * +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
 */
export interface Sample extends CustomResource<SampleSpec, SampleStatus> {}
export const Sample = defineKind<Sample>({
  group: "scale-without-selector.example.com",
  version: "v1",
  kind: "Sample",
});
