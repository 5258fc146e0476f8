// +groupName=quoted-descriptions.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// Colon: makes a mapping
	Colon string `json:"colon"`
	// Hash # makes a comment
	Hash string `json:"hash"`
	// 'single' quotes
	Single string `json:"single"`
	// "double" quotes
	Double string `json:"double"`
	// It's both "ways": here, in a text that is rather long and therefore has to be folded somewhere in it.
	Both string `json:"both"`
	// true
	Boolean string `json:"boolean"`
	// 42
	Number string `json:"number"`
	// null
	Null string `json:"null"`
	// 2026-01-01
	Date string `json:"date"`
	// - dash
	Dash string `json:"dash"`
	// {braces} first
	Braces string `json:"braces"`
	// [brackets] first
	Brackets string `json:"brackets"`
	// *star and &anchor
	Star string `json:"star"`
	// @at and `back` ticks
	At string `json:"at"`
	// %percent first
	Percent string `json:"percent"`
	// ! exclaims | pipes > folds
	Exclaim string `json:"exclaim"`
	// Ünïcödé, 日本語 and 😀 in it
	Unicode string `json:"unicode"`
	// Back\\slash and \t escapes
	Backslash string `json:"backslash"`
	// Ends with a colon:
	Ends string `json:"ends"`
	// ? question
	Question string `json:"question"`
	// y
	Yes string `json:"yes"`
	// off
	Off string `json:"off"`
	// 0x1F
	Hex string `json:"hex"`
	// 1_000
	Underscore string `json:"underscore"`
	// ~
	Tilde string `json:"tilde"`
	// = equals
	Equals string `json:"equals"`
	// Non-breaking space and zero​width
	Invisible string `json:"invisible"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
