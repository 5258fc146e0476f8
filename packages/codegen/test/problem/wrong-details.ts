import { type CustomResource, defineKind } from "@kubewright/api";

export interface SampleSpec {
  // +kubebuilder:validation:XValidation:rule="true",reason=Nope
  reason: string;
  // +kubebuilder:externalDocs:url="no url"
  docs: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 * +kubebuilder:metadata:annotations="no value"
 * +kubebuilder:printcolumn:name=Size,type=int,JSONPath=.spec.size
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "wrong-details.example.com", version: "v1", kind: "Sample" });
