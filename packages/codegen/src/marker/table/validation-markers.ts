import type { MarkerDefinition } from "../marker.ts";
import {
  any,
  anys,
  bool,
  defineMarkers,
  float,
  integer,
  type MarkerEntry,
  optional,
  required,
  text,
} from "./define-markers.ts";

const prefix = "kubebuilder:validation:";

type Rule = Omit<MarkerEntry, "name" | "targets" | "example"> & {
  /** What follows the name. */
  readonly example?: string;
};

/** Rules for a value, which exist for the items of a list as well, on fields and on types. */
const valueRules: Readonly<Record<string, Rule>> = {
  Maximum: { value: float, syntax: "plain", example: "=100", summary: "The greatest number allowed." },
  Minimum: { value: float, syntax: "plain", example: "=1", summary: "The least number allowed." },
  ExclusiveMaximum: {
    value: bool,
    example: "=true",
    summary: "Whether the maximum itself is not allowed.",
    details: "Only together with Maximum.",
  },
  ExclusiveMinimum: {
    value: bool,
    example: "=true",
    summary: "Whether the minimum itself is not allowed.",
    details: "Only together with Minimum.",
  },
  MultipleOf: { value: float, example: "=5", summary: "The number must be a multiple of this one." },
  MaxLength: { value: integer, example: "=63", summary: "The most characters that a string may have." },
  MinLength: { value: integer, example: "=1", summary: "The fewest characters that a string may have." },
  Pattern: {
    value: text,
    example: "=`^[a-z][a-z0-9-]{0,62}$`",
    summary: "The regular expression (RE2) that a string must match.",
    details:
      "It matches anywhere in the string unless it is anchored with ^ and $. In backticks nothing has to be escaped.",
  },
  MaxItems: {
    value: integer,
    syntax: "plain",
    example: "=10",
    summary: "The most items that a list may have.",
    details: "Lists that CEL rules look at should have it: it bounds what a rule may cost.",
  },
  MinItems: { value: integer, example: "=1", summary: "The fewest items that a list may have." },
  UniqueItems: {
    value: bool,
    example: "=true",
    summary: "Whether the items of a list must differ.",
    details: "The server refuses CRDs that set it to true; `+listType=set` is what works.",
  },
  MaxProperties: { value: integer, example: "=16", summary: "The most keys that an object may have." },
  MinProperties: { value: integer, example: "=1", summary: "The fewest keys that an object may have." },
  Enum: {
    value: anys,
    example: "=Always;Never;OnFailure",
    summary: "The only values allowed.",
    details: 'A union of literals, `"Always" | "Never"`, says the same without a marker.',
  },
  Format: {
    value: text,
    example: "=date-time",
    summary: "The format of a value, as `date-time`, `uuid`, `ipv4` or `int32`.",
    details: "The server checks the formats it knows and ignores others.",
  },
  Type: {
    value: text,
    example: "=string",
    summary: "The type in the schema, in place of the one that the TypeScript type gives.",
    details: "One of `string`, `integer`, `number`, `boolean`, `array`, `object`.",
  },
  XPreserveUnknownFields: {
    summary: "Keeps fields that the schema does not name, instead of dropping them.",
    details: "The same as kubebuilder:pruning:PreserveUnknownFields, which is the name to prefer.",
  },
  XEmbeddedResource: {
    summary: "The value is a Kubernetes object of its own, with apiVersion, kind and metadata.",
    details: "The server checks those three. The same as kubebuilder:validation:EmbeddedResource.",
  },
  XIntOrString: {
    summary: "The value is an integer or a string.",
    details: "`IntOrString` of @kubewright/api is so already; it is needed to put a Pattern on one.",
  },
  XValidation: {
    summary: "A rule in CEL that must be true.",
    details:
      "`self` is the value, and in updates `oldSelf` the one before. Several are allowed, and all must hold. " +
      "Text with commas or quotes is easiest in double quotes, with single quotes in the expression.",
    example: ':rule="self.minimum <= self.size",message="size is below the minimum"',
    args: {
      rule: required(text, "The expression."),
      message: optional(text, "What users are told where it is not true."),
      messageExpression: optional(text, "An expression that gives what users are told; it goes before message."),
      reason: optional(
        text,
        "`FieldValueInvalid` (the default), `FieldValueForbidden`, `FieldValueRequired` or `FieldValueDuplicate`.",
      ),
      fieldPath: optional(text, "Which field to blame, as `.size`; within the value that the rule is on."),
      optionalOldSelf: optional(
        bool,
        "Whether the rule holds on creation too, with `oldSelf` an optional: `oldSelf.hasValue()`, `oldSelf.value()`.",
      ),
    },
  },
};

const processingRules = new Set(["XPreserveUnknownFields"]);

function valueEntries(names: readonly string[]): MarkerEntry[] {
  return names.flatMap((name): MarkerEntry[] => {
    const { example = "", ...rule } = valueRules[name]!;
    const entry = (full: string, summary: string): MarkerEntry => ({
      ...rule,
      name: full,
      summary,
      targets: ["field", "type"],
      example: `+${full}${example}`,
    });
    return [
      entry(`${prefix}${name}`, rule.summary),
      entry(
        `${prefix}items:${name}`,
        `For each item of a list: ${rule.summary.charAt(0).toLowerCase()}${rule.summary.slice(1)}`,
      ),
    ];
  });
}

/** Markers that restrict values. */
export const validationMarkers: readonly MarkerDefinition[] = [
  ...defineMarkers("CRD validation", [
    ...valueEntries(Object.keys(valueRules).filter((name) => !processingRules.has(name))),
    {
      name: "required",
      targets: ["field"],
      summary: "The field must be there, even if it is written with `?`.",
      example: "+required",
    },
    {
      name: "optional",
      targets: ["field"],
      summary: "The field may be absent, even if it is written without `?`.",
      example: "+optional",
    },
    {
      name: "k8s:required",
      targets: ["field"],
      summary: "The field must be there, and not be empty.",
      details:
        "A string then has at least one character, a list one item, an object one key, unless another marker says how many.",
      example: "+k8s:required",
    },
    {
      name: "k8s:optional",
      targets: ["field"],
      summary: "The field may be absent: the same as +optional.",
      example: "+k8s:optional",
    },
    {
      name: `${prefix}Required`,
      targets: ["field"],
      summary: "The field must be there.",
      example: `+${prefix}Required`,
      deprecatedInFavourOf: "required",
    },
    {
      name: `${prefix}Optional`,
      targets: ["field"],
      summary: "The field may be absent.",
      example: `+${prefix}Optional`,
      deprecatedInFavourOf: "optional",
    },
    {
      name: `${prefix}Required`,
      targets: ["package"],
      summary: "All fields of this module must be there unless they say otherwise.",
      example: `+${prefix}Required`,
      deprecatedInFavourOf: "",
    },
    {
      name: `${prefix}Optional`,
      targets: ["package"],
      summary: "All fields of this module may be absent unless they say otherwise.",
      example: `+${prefix}Optional`,
      deprecatedInFavourOf: "",
    },
    {
      name: "nullable",
      targets: ["field"],
      summary: "The field may be null.",
      details: "`T | null` says the same without a marker.",
      example: "+nullable",
    },
    {
      name: "kubebuilder:default",
      targets: ["field"],
      value: any,
      summary: "The value that the server fills in where there is none.",
      details: 'Strings may be bare, lists are `{1,2}`, objects `{size: 1, mode: "fast"}`. It wins over +default.',
      example: "+kubebuilder:default=1",
    },
    {
      name: "default",
      targets: ["field"],
      syntax: "json",
      args: { value: required(any, "In JSON. `ref(…)`, a constant of Go, is passed over.") },
      summary: "The value that the server fills in where there is none, in JSON.",
      example: '+default={"size": 1}',
    },
    {
      name: "kubebuilder:example",
      targets: ["field"],
      value: any,
      summary: "An example of a value, for documentation.",
      details: "Written like kubebuilder:default.",
      example: "+kubebuilder:example={8080,8443}",
    },
    {
      name: "kubebuilder:title",
      targets: ["field", "type"],
      value: any,
      summary: "A title, for documentation.",
      example: '+kubebuilder:title="Number of instances"',
    },
    {
      name: `${prefix}EmbeddedResource`,
      targets: ["field"],
      summary: "The value is a Kubernetes object of its own, with apiVersion, kind and metadata.",
      details:
        "The server checks those three. Its other fields are dropped unless the schema names them or they are preserved.",
      example: `+${prefix}EmbeddedResource\n+kubebuilder:pruning:PreserveUnknownFields`,
    },
    {
      name: `${prefix}Schemaless`,
      targets: ["field"],
      summary: "The type of the field is not looked at; markers alone make its schema.",
      details: "A last resort, for values that no schema describes.",
      example: `+${prefix}Schemaless\n+kubebuilder:pruning:PreserveUnknownFields`,
    },
    {
      name: "k8s:immutable",
      targets: ["field"],
      summary: "The value cannot change once it is set.",
      details:
        "An optional field may be set later, once. Where a parent is optional, removing the parent removes the value with it.",
      example: "+k8s:immutable",
    },
    {
      name: "k8s:maxItems",
      targets: ["field"],
      value: integer,
      syntax: "plain",
      summary: "The most items that a list may have: the same as kubebuilder:validation:MaxItems.",
      example: "+k8s:maxItems=10",
    },
    {
      name: "k8s:minimum",
      targets: ["field"],
      value: float,
      syntax: "plain",
      summary: "The least number allowed: the same as kubebuilder:validation:Minimum.",
      example: "+k8s:minimum=1",
    },
    {
      name: "k8s:maximum",
      targets: ["field"],
      value: float,
      syntax: "plain",
      summary: "The greatest number allowed: the same as kubebuilder:validation:Maximum.",
      example: "+k8s:maximum=100",
    },
    ...oneOfEntries(),
  ]),
  ...defineMarkers("CRD processing", valueEntries([...processingRules])),
];

function oneOfEntries(): MarkerEntry[] {
  const details =
    "Names of optional fields of the type itself, as in JSON. Several such markers are allowed, and all must hold.";
  const entry = (name: string, summary: string): MarkerEntry => ({
    name: `${prefix}${name}`,
    targets: ["type"],
    value: { type: "list", of: text },
    summary,
    details,
    example: `+${prefix}${name}=configMapRef;secretRef`,
  });
  return [
    entry("AtMostOneOf", "No more than one of these fields may be set."),
    entry("ExactlyOneOf", "One of these fields must be set, and no other."),
    entry("AtLeastOneOf", "One of these fields must be set, or several."),
  ];
}
