import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";

/**
 * Range has two ends.
 * +kubebuilder:validation:XValidation:rule="self.min <= self.max",message="min is at most max"
 * +kubebuilder:validation:XValidation:rule="self.max < 100 || self.min > 0",messageExpression="'max' + ' is too large'",reason="FieldValueInvalid",fieldPath=".max"
 */
export interface Range {
  min: Int32;
  max: Int32;
}

export interface SampleSpec {
  range: Range;
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="is immutable"
  fixed: string;
  // +kubebuilder:validation:XValidation:rule="self.startsWith('a')"
  // +kubebuilder:validation:XValidation:rule=`self.size() < 10 && !self.contains("\"")`,message="short, and without quotes: please",reason="FieldValueForbidden"
  text: string;
  // +kubebuilder:validation:XValidation:rule="!oldSelf.hasValue() || self >= oldSelf.value()",optionalOldSelf=true,reason=FieldValueRequired
  growing: Int32;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 * +kubebuilder:validation:XValidation:rule="self.metadata.name.size() < 20"
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "x-validation.example.com", version: "v1", kind: "Sample" });
