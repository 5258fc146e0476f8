// What the Go program in go/ writes to recorded/go-types.json.

/** All kinds that a default server serves, and what they are made of; those without a struct it only knows. */
export interface GoTypes {
  readonly kinds: readonly { group: string; version: string; kind: string; struct?: string }[];
  readonly structs: readonly GoStructSource[];
}

export interface GoStructSource {
  readonly name: string;
  readonly text: string;
  readonly schema?: string;
  readonly custom?: boolean;
  readonly fields?: readonly GoFieldSource[];
}

export interface GoFieldSource {
  /** Absent: its members count as those of the struct. */
  readonly name?: string;
  readonly type: GoTypeSource;
  readonly options?: readonly ("omitempty" | "omitzero")[];
  /** The field's tag, as in `bytes,1,opt,name=metadata`. */
  readonly protobuf?: string;
  readonly strategy?: string;
  readonly mergeKey?: string;
}

export interface GoTypeSource {
  readonly kind: string;
  readonly pointer?: boolean;
  readonly text: string;
  readonly name?: string;
  readonly element?: GoTypeSource;
}
