import type { SourcePosition } from "../problem.ts";

/** A comment line that begins with `+`, without that sign: `kubebuilder:validation:Minimum=1`. */
export interface RawMarker {
  readonly text: string;
  readonly position: SourcePosition;
  /** Whether it stands in the comment before the one directly above its declaration; what only a module can have is the module's then. */
  readonly isDetached: boolean;
}

/** What is written above a declaration. */
export interface SourceComments {
  /** Lines of the documentation as written, without the comment's signs and without marker lines and `@tags`. */
  readonly doc: readonly string[];
  /** In the order of the source: of the comment directly above (JSDoc or `//` lines), and of the one before it that nothing else owns. */
  readonly markers: readonly RawMarker[];
}

/** A file of TypeScript: what controller-gen calls a package. */
export interface SourceModule {
  /** As in positions. */
  readonly file: string;
  /** False when it was read only because a requested one imports it: its kinds and roles are not asked for. */
  readonly isRequested: boolean;
  /** How its first relative import ends; absent without one. */
  readonly importExtension?: ".js" | ".ts" | "" | undefined;
  /** Markers in comments that belong to no declaration, and `rbac` markers wherever they are. */
  readonly markers: readonly RawMarker[];
  readonly kinds: readonly SourceKind[];
  /** Every interface, alias and enum that it declares, also those that no kind uses. */
  readonly types: readonly SourceType[];
}

/** A `defineKind` whose type argument is a type of the user. */
export interface SourceKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural?: string | undefined;
  readonly scope?: "Namespaced" | "Cluster" | undefined;
  readonly type: SourceType;
  /** The constant's name for other modules; absent if it has none. */
  readonly exportedAs?: string | undefined;
  /** The name of `type` for other modules, in the module of the constant; absent if it has none there. */
  readonly typeExportedAs?: string | undefined;
  readonly position: SourcePosition;
}

/** A named type: an interface or an alias, with its type parameters replaced where it has any. */
export interface SourceType {
  readonly name: string;
  readonly comments: SourceComments;
  readonly shape: TypeShape;
  readonly position: SourcePosition;
}

/** A member of an object type. */
export interface SourceField {
  /** As in JSON. */
  readonly name: string;
  readonly isOptional: boolean;
  readonly comments: SourceComments;
  readonly shape: TypeShape;
  readonly position: SourcePosition;
}

/**
 * What a type says of its values.
 *
 * `reference` keeps the name of a type of the user, because documentation and markers of the named type hold wherever it is used. It may be
 * recursive: `type()` gives the same object for the same type.
 */
export type TypeShape =
  | { readonly form: "string" | "boolean" | "bytes" }
  /** `number` without a name that says which. */
  | { readonly form: "number" }
  | { readonly form: "integer"; readonly format?: "int32" | "int64" | undefined }
  | { readonly form: "float" }
  | { readonly form: "literals"; readonly values: readonly (string | number | boolean)[] }
  | { readonly form: "array"; readonly element: TypeShape }
  | { readonly form: "map"; readonly key: TypeShape; readonly value: TypeShape }
  | {
      readonly form: "object";
      readonly fields: readonly SourceField[];
      /** What it extends, first to last; markers and documentation of these are not those of the type itself. */
      readonly bases: readonly TypeShape[];
    }
  | { readonly form: "reference"; readonly type: () => SourceType }
  /** A type of `@kubewright/api`, by what controller-gen knows it as: `k8s.io/api/core/v1.PodTemplateSpec`. */
  | {
      readonly form: "known";
      readonly name: string;
      /** One member of it is meant, from the outside in: `["ports", "[]"]` is an element of the list `ports`, `["labels", "{}"]` a value of the map. */
      readonly member?: readonly string[] | undefined;
      readonly part?: KnownPart | undefined;
    }
  /** `unknown`, `any`: any value. */
  | { readonly form: "any" }
  | { readonly form: "nullable"; readonly of: TypeShape }
  /** What no schema can say; `why` completes "… cannot be in a schema: ". */
  | { readonly form: "unsupported"; readonly text: string; readonly why: string };

/** Which members `Pick`, `Omit`, `Partial` and `Required` leave of a known type, and whether they may be absent. */
export interface KnownPart {
  /** @default all of them */
  readonly keep?: readonly string[] | undefined;
  readonly drop?: readonly string[] | undefined;
  /** @default as it is */
  readonly presence?: "optional" | "required" | undefined;
}
