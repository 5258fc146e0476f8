import { type CustomResource, defineKind } from "@kubewright/api";

export interface SampleSpec {
  // +kubebuilder:default="line one\nline two\n"
  lines?: string;
  // +kubebuilder:default="no newline\nat the end"
  noNewline?: string;
  // +kubebuilder:default="\ttab first"
  tab?: string;
  // +kubebuilder:default=" space first"
  spaceFirst?: string;
  // +kubebuilder:default="space last "
  spaceLast?: string;
  // +kubebuilder:default="  indented\nblock"
  indented?: string;
  // +kubebuilder:default="a very long default value that does not fit into eighty characters, and has: a colon in it as well"
  long?: string;
  // +kubebuilder:default="a very long default value that does not fit into eighty characters and is quite harmless otherwise"
  longPlain?: string;
  // +kubebuilder:default="it's \"quoted\" in a very long default value that does not fit into eighty characters: see?"
  longQuoted?: string;
  // +kubebuilder:default="é\u00a0\u2028x\u0007😀"
  unicode?: string;
  // +kubebuilder:default="null"
  null?: string;
  // +kubebuilder:default="~"
  tilde?: string;
  // +kubebuilder:default="1e3"
  exponent?: string;
  // +kubebuilder:default="0o17"
  octal?: string;
  // +kubebuilder:default="12:30:45"
  sexagesimal?: string;
  // +kubebuilder:default="2026-11-15"
  date?: string;
  // +kubebuilder:default="2026-11-15T21:00:00Z"
  dateTime?: string;
  // +kubebuilder:default=".5"
  point?: string;
  // +kubebuilder:default="NO"
  no?: string;
  // +kubebuilder:default="<<"
  merge?: string;
  // +kubebuilder:default="---"
  document?: string;
  // +kubebuilder:default="a: b"
  mapping?: string;
  // +kubebuilder:default="a #b"
  comment?: string;
  // +kubebuilder:default="[]"
  flow?: string;
  // +kubebuilder:default="\\"
  backslash?: string;
  // +kubebuilder:default="+1"
  plus?: string;
  // +kubebuilder:default="0b1"
  binary?: string;
  // +kubebuilder:default=".inf"
  infinity?: string;
}

/**
 * Sample shows what the code generator makes of its spec.
 * +kubebuilder:object:root=true
 */
export interface Sample extends CustomResource<SampleSpec> {}
export const Sample = defineKind<Sample>({ group: "strange-strings.example.com", version: "v1", kind: "Sample" });
