import type { SourcePosition } from "../problem.ts";

/** What a marker may stand on: a module, a type or a member of a type. */
export type MarkerTarget = "package" | "type" | "field";

/** What a marker's argument is. */
export type ArgumentType =
  | { readonly type: "string" | "int" | "float" | "bool" | "any" | "raw" }
  | { readonly type: "list"; readonly of: ArgumentType };

/** A value as a marker's argument gives it; integers beyond 2^53 are bigint. */
export type ArgumentValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly ArgumentValue[]
  | { readonly [key: string]: ArgumentValue };

/** One marker of the table: its grammar and its help. */
export interface MarkerDefinition {
  /** `kubebuilder:validation:Minimum` */
  readonly name: string;
  readonly target: MarkerTarget;
  /** Of its help: `CRD validation`, `RBAC`. */
  readonly category: string;
  /** By name; the empty name is that of a marker's one anonymous argument, `+name=value`. */
  readonly args: Readonly<
    Record<string, { readonly type: ArgumentType; readonly isOptional: boolean; readonly help: string }>
  >;
  /**
   * How its arguments are written: `list` as `name=value,name=value`, `plain` as one number and nothing else, `json` as one JSON value.
   * @default "list"
   */
  readonly syntax?: "list" | "plain" | "json" | undefined;
  /** In one sentence. */
  readonly summary: string;
  readonly details: string;
  /** Lines as one writes them, each a marker with its `+`. */
  readonly example: string;
  /** Accepted because Go projects have it, without effect here; why. */
  readonly ignored?: string | undefined;
  /** What to use in its place. */
  readonly deprecatedInFavourOf?: string | undefined;
}

/** A marker that is written somewhere, and is right. */
export interface Marker {
  readonly definition: MarkerDefinition;
  /** By name; the empty name is that of an anonymous argument. */
  readonly args: Readonly<Record<string, ArgumentValue>>;
  readonly position: SourcePosition;
}
