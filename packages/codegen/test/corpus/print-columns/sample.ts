import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

export interface SampleSpec {
  size: Int32;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 * +kubebuilder:printcolumn:name="Size",type=integer,JSONPath=`.spec.size`,format=int32,priority=1,description="How many there are"
 * +kubebuilder:printcolumn:name=Age,type="date",JSONPath=".metadata.creationTimestamp"
 * +kubebuilder:printcolumn:name="Is ready?",type=string,JSONPath=".status.conditions[?(@.type==\"Ready\")].status"
 * +kubebuilder:printcolumn:JSONPath=.spec.size,name=Again,type=integer
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "print-columns.example.com", version: "v1", kind: "Sample" });
