import type { SourcePosition } from "../problem.ts";

/** A comment line that begins with `+`, without that sign: `kubebuilder:validation:Minimum=1`. */
export interface RawMarker {
  readonly text: string;
  readonly position: SourcePosition;
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
  readonly file: string;
  /** Markers in comments that belong to no declaration, and `rbac` markers wherever they are. */
  readonly markers: readonly RawMarker[];
  readonly kinds: readonly SourceKind[];
  /** Every interface and alias that it declares, also those that no kind uses. */
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
  | { readonly form: "known"; readonly name: string }
  /** `unknown`, `any`: any value. */
  | { readonly form: "any" }
  | { readonly form: "nullable"; readonly of: TypeShape }
  /** What no schema can say; `why` completes "… cannot be in a schema: ". */
  | { readonly form: "unsupported"; readonly text: string; readonly why: string };
