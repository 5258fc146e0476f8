/**
 * The type of a value, as far as patching and applying need it.
 *
 * Types may refer to themselves, so the members that lead to other types can be getters.
 */
export type ValueType = ScalarType | StructType | MapType | ListType | AnyType;

/** A value that is replaced as a whole. */
export interface ScalarType {
  readonly shape: "scalar";
  /** `untyped` takes any scalar, as quantities and int-or-strings do. */
  readonly scalar: "string" | "number" | "boolean" | "untyped";
}

/** An object with known members. */
export interface StructType {
  readonly shape: "struct";
  /** What the server calls the type in messages, such as `PodSpec`. */
  readonly name?: string | undefined;
  readonly fields: ReadonlyMap<string, FieldType>;
  /** The type of members that `fields` does not name; absent: there may be none. */
  readonly element?: ValueType | undefined;
  /** Whether one manager owns it as a whole. */
  readonly isAtomic: boolean;
}

/** An object whose members are data, all of one type. */
export interface MapType {
  readonly shape: "map";
  readonly element: ValueType;
  readonly isAtomic: boolean;
}

/** An array. */
export interface ListType {
  readonly shape: "list";
  readonly element: ValueType;
  /** `map`: items are told apart by `keys`; `set`: by their value; `atomic`: the list is replaced as a whole. */
  readonly listType: "atomic" | "set" | "map";
  /** For `map` only. */
  readonly keys: readonly string[];
}

/** Anything: a scalar, a list that is replaced as a whole, or an object whose members are anything, too. */
export interface AnyType {
  readonly shape: "any";
  /** Whether one manager owns it as a whole, also when it is an object. @default false */
  readonly isAtomic?: boolean | undefined;
  /** What is known of it when it is an object. */
  readonly object?: StructType | MapType | undefined;
  /** What is known of it when it is a list. */
  readonly list?: ListType | undefined;
}

/** A member of a struct. */
export interface FieldType {
  readonly type: ValueType;
  /** What an absent value counts as. */
  readonly default?: unknown;
  /** What strategic merge patches do: `merge`, `replace`, `retainKeys`, or two of them. */
  readonly patchStrategies: readonly string[];
  /** By which member strategic merge patches tell items of the list apart. */
  readonly patchMergeKey?: string | undefined;
}
