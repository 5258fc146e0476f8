// +groupName=strange-strings.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// +kubebuilder:default="line one\nline two\n"
	Lines string `json:"lines,omitempty"`
	// +kubebuilder:default="no newline\nat the end"
	NoNewline string `json:"noNewline,omitempty"`
	// +kubebuilder:default="\ttab first"
	Tab string `json:"tab,omitempty"`
	// +kubebuilder:default=" space first"
	SpaceFirst string `json:"spaceFirst,omitempty"`
	// +kubebuilder:default="space last "
	SpaceLast string `json:"spaceLast,omitempty"`
	// +kubebuilder:default="  indented\nblock"
	Indented string `json:"indented,omitempty"`
	// +kubebuilder:default="a very long default value that does not fit into eighty characters, and has: a colon in it as well"
	Long string `json:"long,omitempty"`
	// +kubebuilder:default="a very long default value that does not fit into eighty characters and is quite harmless otherwise"
	LongPlain string `json:"longPlain,omitempty"`
	// +kubebuilder:default="it's \"quoted\" in a very long default value that does not fit into eighty characters: see?"
	LongQuoted string `json:"longQuoted,omitempty"`
	// +kubebuilder:default="é\u00a0\u2028x\u0007😀"
	Unicode string `json:"unicode,omitempty"`
	// +kubebuilder:default="null"
	Null string `json:"null,omitempty"`
	// +kubebuilder:default="~"
	Tilde string `json:"tilde,omitempty"`
	// +kubebuilder:default="1e3"
	Exponent string `json:"exponent,omitempty"`
	// +kubebuilder:default="0o17"
	Octal string `json:"octal,omitempty"`
	// +kubebuilder:default="12:30:45"
	Sexagesimal string `json:"sexagesimal,omitempty"`
	// +kubebuilder:default="2026-11-15"
	Date string `json:"date,omitempty"`
	// +kubebuilder:default="2026-11-15T21:00:00Z"
	DateTime string `json:"dateTime,omitempty"`
	// +kubebuilder:default=".5"
	Point string `json:"point,omitempty"`
	// +kubebuilder:default="NO"
	No string `json:"no,omitempty"`
	// +kubebuilder:default="<<"
	Merge string `json:"merge,omitempty"`
	// +kubebuilder:default="---"
	Document string `json:"document,omitempty"`
	// +kubebuilder:default="a: b"
	Mapping string `json:"mapping,omitempty"`
	// +kubebuilder:default="a #b"
	Comment string `json:"comment,omitempty"`
	// +kubebuilder:default="[]"
	Flow string `json:"flow,omitempty"`
	// +kubebuilder:default="\\"
	Backslash string `json:"backslash,omitempty"`
	// +kubebuilder:default="+1"
	Plus string `json:"plus,omitempty"`
	// +kubebuilder:default="0b1"
	Binary string `json:"binary,omitempty"`
	// +kubebuilder:default=".inf"
	Infinity string `json:"infinity,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
