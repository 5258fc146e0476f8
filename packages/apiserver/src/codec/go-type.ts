import type { AnyType, FieldType, ListType, MapType, ScalarType, StructType } from "@kubewright/api/server";

/**
 * A type of the reference's programs: what a value of a built-in kind is in memory there.
 *
 * It is also the type that patching and applying go by.
 */
export type GoType = GoScalar | GoSlice | GoMap | GoStruct | GoCustom;

/** Text, number, boolean, or bytes, which are base64 in JSON. */
export interface GoScalar extends ScalarType {
  readonly kind: "string" | "bool" | "int32" | "int64" | "float64" | "bytes";
  /** As Go prints it: `int32`, `v1.PullPolicy`. */
  readonly text: string;
}

/** A list. */
export interface GoSlice extends ListType {
  readonly kind: "slice";
  /** As Go prints it: `[]v1.Container`. */
  readonly text: string;
  readonly element: GoType;
  /** Whether the type has a name, `v1.ExtraValue`, which protobuf makes a message of, with the items as field 1. */
  readonly isNamed: boolean;
}

/** Values by text. */
export interface GoMap extends MapType {
  readonly kind: "map";
  /** As Go prints it: `map[string]string`, `v1.ResourceList`. */
  readonly text: string;
  readonly element: GoType;
}

/** A type with named members. */
export interface GoStruct extends StructType {
  readonly kind: "struct";
  /** As Go prints it: `v1.PodSpec`. */
  readonly text: string;
  /** Without the package: `PodSpec`. */
  readonly name: string;
  /** The name of its OpenAPI schema: `io.k8s.api.core.v1.PodSpec`. */
  readonly schema: string;
  /** By name in JSON, with those of inlined structs. */
  readonly fields: ReadonlyMap<string, GoField>;
  /** As declared, in order; inlined structs are members here, as they are in protobuf. */
  readonly members: readonly GoField[];
  /** Those of `fields` that are in the JSON whatever their value. */
  readonly alwaysWritten: readonly GoField[];
  /** Whether objects of the kind are stored as protobuf, which does not tell empty lists and maps from absent ones. */
  readonly isStoredAsProtobuf: boolean;
}

/** A type that reads and writes its JSON in its own way. */
export type GoCustom = GoCustomFacts & (ScalarType | MapType | AnyType);

/** What is known of a type that reads and writes its JSON itself. */
export interface GoCustomFacts {
  readonly kind: "custom";
  readonly custom: CustomType;
  /** As Go prints it: `resource.Quantity`. */
  readonly text: string;
  readonly schema: string;
  /** What protobuf has in place of the JSON; none for those that protobuf too has a form of their own for. */
  readonly members: readonly GoField[];
}

/** The types that read and write their JSON themselves. */
export type CustomType =
  | "Quantity"
  | "Time"
  | "MicroTime"
  | "IntOrString"
  | "RawExtension"
  | "FieldsV1"
  | "JSON"
  | "JSONSchemaPropsOrArray"
  | "JSONSchemaPropsOrBool"
  | "JSONSchemaPropsOrStringArray";

/** A member of a struct. */
export interface GoField extends FieldType {
  /** In JSON; empty for an inlined struct. */
  readonly name: string;
  readonly type: GoType;
  /** The name of the struct in whose `fields` it is: `Probe`. */
  readonly owner: string;
  /** The inlined structs on the way from the owner to the field, each with a dot: `ProbeHandler.`; mostly empty. */
  readonly inlinedIn: string;
  readonly isPointer: boolean;
  /** Left out when false, 0, empty, or null; structs never are empty. */
  readonly omitEmpty: boolean;
  /** Left out when zero, also structs. */
  readonly omitZero: boolean;
  /** Whether it is in the JSON whatever its value. */
  readonly isAlwaysWritten: boolean;
  /** Whether the published schema requires it. */
  readonly isRequired: boolean;
  /** 0: not in protobuf. */
  readonly protobufNumber: number;
  /** The texts that the published schema takes, for it or its items. */
  readonly enum?: readonly string[] | undefined;
}
