import type { AnyType, MapType, ScalarType } from "@kubewright/api/server";
import { readDataText } from "../data/data-file.ts";
import type { CustomType, GoCustom, GoField, GoMap, GoScalar, GoSlice, GoStruct, GoType } from "./go-type.ts";

/** The types of all built-in kinds. Each is made when it is first asked for. */
export class TypeGraph {
  /** One line of JSON for each type, which names others by the number of their line. */
  readonly #lines: readonly string[];
  /** By group and version as in `apps/v1` or `/v1`, then kind. 0 is for those that are known and not served. */
  readonly #kinds: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly #types = new Map<number, GoType>();

  constructor(text: string) {
    this.#lines = text.split("\n");
    this.#kinds = JSON.parse(this.#lines[0]!);
  }

  /** The struct of a kind that the server serves or takes, options such as DeleteOptions included. */
  kind(group: string, version: string, kind: string): GoStruct | undefined {
    const number = this.#kinds[`${group}/${version}`]?.[kind] ?? this.#options(kind);
    return number === undefined || number === 0 ? undefined : (this.type(number) as GoStruct);
  }

  /** Whether the reference knows the kind, although it may not serve it, as those of older versions. */
  isKnown(group: string, version: string, kind: string): boolean {
    const kinds = this.#kinds[`${group}/${version}`];
    return kinds?.[kind] !== undefined || kinds?.[kind.replace(/List$/, "")] !== undefined;
  }

  /** Every group, version and kind that is served. */
  *kinds(): Generator<{ group: string; version: string; kind: string }> {
    for (const [groupVersion, kinds] of Object.entries(this.#kinds)) {
      const [group, version] = groupVersion.split("/") as [string, string];
      for (const [kind, number] of Object.entries(kinds)) if (number !== 0) yield { group, version, kind };
    }
  }

  /** The type on a line. */
  type(number: number): GoType {
    let type = this.#types.get(number);
    if (type === undefined) {
      type = this.#read(number);
      this.#types.set(number, type);
    }
    return type;
  }

  /** The options of verbs belong to all groups. */
  #options(kind: string): number | undefined {
    return kind.endsWith("Options") ? this.#kinds["meta.k8s.io/v1"]?.[kind] : undefined;
  }

  #read(number: number): GoType {
    const line = JSON.parse(this.#lines[number]!) as [kind: string, text?: string, ...rest: unknown[]];
    const [kind, text = kind] = line;
    switch (kind) {
      case "slice":
        return new SliceRecord(this, text, line[2] as number, {});
      case "map":
        return new MapRecord(this, text, line[2] as number, false);
      case "struct":
        return new StructRecord(this, text, line[2] as string, line[3] === 1, line.slice(4) as FieldRow[]);
      case "custom":
        return customType(this, text, line[2] as string, line.slice(4) as FieldRow[]);
      default:
        return { kind, text, shape: "scalar", scalar: scalarOf(kind as GoScalar["kind"]) } as GoScalar;
    }
  }
}

/** The graph that comes with this package. */
export function loadTypeGraph(): TypeGraph {
  return new TypeGraph(readDataText("type-graph.jsonl"));
}

const isOmittedWhenEmpty = 1;
const isOmittedWhenZero = 2;
const isPointer = 4;
const isRequired = 8;

type FieldRow = [name: string, type: number, flags: number, protobufNumber: number, facts?: FieldFacts];

interface FieldFacts {
  readonly list?: "atomic" | "set" | "map";
  readonly keys?: readonly string[];
  readonly map?: "atomic" | "granular";
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly strategy?: string;
  readonly mergeKey?: string;
}

const noFacts: FieldFacts = Object.freeze({});
const noStrategies: readonly string[] = Object.freeze([]);

class FieldRecord implements GoField {
  readonly name: string;
  readonly owner: string;
  readonly inlinedIn: string;
  readonly isPointer: boolean;
  readonly omitEmpty: boolean;
  readonly omitZero: boolean;
  readonly isRequired: boolean;
  readonly protobufNumber: number;
  readonly default: unknown;
  readonly enum: readonly string[] | undefined;
  readonly patchStrategies: readonly string[];
  readonly patchMergeKey: string | undefined;
  readonly #graph: TypeGraph;
  readonly #number: number;
  readonly #row: FieldRow;
  readonly #facts: FieldFacts;
  #type: GoType | undefined;
  #isAlwaysWritten: boolean | undefined;

  constructor(graph: TypeGraph, row: FieldRow, owner: string, inlinedIn: string) {
    const [name, type, flags, protobufNumber, facts = noFacts] = row;
    this.name = name;
    this.owner = owner;
    this.inlinedIn = inlinedIn;
    this.isPointer = (flags & isPointer) !== 0;
    this.omitEmpty = (flags & isOmittedWhenEmpty) !== 0;
    this.omitZero = (flags & isOmittedWhenZero) !== 0;
    this.isRequired = (flags & isRequired) !== 0;
    this.protobufNumber = protobufNumber;
    this.default = facts.default;
    this.enum = facts.enum;
    this.patchStrategies = facts.strategy?.split(",") ?? noStrategies;
    this.patchMergeKey = facts.mergeKey;
    this.#graph = graph;
    this.#number = type;
    this.#row = row;
    this.#facts = facts;
  }

  /** The field as one of a struct that inlines the one it is declared in. */
  inlined(owner: string, into: string): FieldRecord {
    return new FieldRecord(this.#graph, this.#row, owner, `${into}.${this.inlinedIn}`);
  }

  get type(): GoType {
    this.#type ??= this.#resolve();
    return this.#type;
  }

  get isAlwaysWritten(): boolean {
    this.#isAlwaysWritten ??= this.#isNeverLeftOut();
    return this.#isAlwaysWritten;
  }

  /** Structs are never empty, so that only being zero leaves them out. */
  #isNeverLeftOut(): boolean {
    if (this.omitZero) return false;
    if (!this.omitEmpty) return true;
    return !this.isPointer && (this.type.kind === "struct" || this.type.kind === "custom");
  }

  /** How lists merge, and often whether maps do, is said where they are used. */
  #resolve(): GoType {
    const type = this.#graph.type(this.#number);
    if (type instanceof SliceRecord && this.#facts !== noFacts) return type.as(this.#facts);
    if (this.#facts.map === undefined) return type;
    const isAtomic = this.#facts.map === "atomic";
    return type instanceof MapRecord || type instanceof StructRecord ? type.as(isAtomic) : type;
  }
}

class SliceRecord implements GoSlice {
  readonly kind = "slice";
  readonly shape = "list";
  readonly text: string;
  readonly isNamed: boolean;
  readonly listType: "atomic" | "set" | "map";
  readonly keys: readonly string[];
  readonly #graph: TypeGraph;
  readonly #element: number;

  constructor(graph: TypeGraph, text: string, element: number, facts: FieldFacts) {
    this.text = text;
    this.isNamed = !text.startsWith("[]");
    const { listType, keys } = listFacts(facts);
    this.listType = listType;
    this.keys = keys;
    this.#graph = graph;
    this.#element = element;
  }

  get element(): GoType {
    return this.#graph.type(this.#element);
  }

  as(facts: FieldFacts): SliceRecord {
    return new SliceRecord(this.#graph, this.text, this.#element, facts);
  }
}

/** Where the schema does not say how a list merges, the patch strategy does. */
function listFacts({ list, keys = [], strategy, mergeKey }: FieldFacts): Pick<GoSlice, "listType" | "keys"> {
  if (list !== undefined) return { listType: list, keys };
  if (!strategy?.split(",").includes("merge")) return { listType: "atomic", keys: [] };
  return mergeKey === undefined ? { listType: "set", keys: [] } : { listType: "map", keys: [mergeKey] };
}

class MapRecord implements GoMap {
  readonly kind = "map";
  readonly shape = "map";
  readonly text: string;
  readonly isAtomic: boolean;
  readonly #graph: TypeGraph;
  readonly #element: number;

  constructor(graph: TypeGraph, text: string, element: number, isAtomic: boolean) {
    this.text = text;
    this.isAtomic = isAtomic;
    this.#graph = graph;
    this.#element = element;
  }

  get element(): GoType {
    return this.#graph.type(this.#element);
  }

  as(isAtomic: boolean): MapRecord {
    return new MapRecord(this.#graph, this.text, this.#element, isAtomic);
  }
}

class StructRecord implements GoStruct {
  readonly kind = "struct";
  readonly shape = "struct";
  readonly text: string;
  readonly name: string;
  readonly schema: string;
  readonly isAtomic: boolean;
  readonly #graph: TypeGraph;
  readonly #rows: readonly FieldRow[];
  #members: readonly FieldRecord[] | undefined;
  #fields: ReadonlyMap<string, FieldRecord> | undefined;
  #alwaysWritten: readonly FieldRecord[] | undefined;

  constructor(graph: TypeGraph, text: string, schema: string, isAtomic: boolean, rows: readonly FieldRow[]) {
    this.text = text;
    this.name = nameIn(text);
    this.schema = schema;
    this.isAtomic = isAtomic;
    this.#graph = graph;
    this.#rows = rows;
  }

  get isStoredAsProtobuf(): boolean {
    return !/^io\.k8s\.(?:apiextensions-apiserver|kube-aggregator)\./.test(this.schema);
  }

  get members(): readonly FieldRecord[] {
    this.#members ??= this.#rows.map((row) => new FieldRecord(this.#graph, row, this.name, ""));
    return this.#members;
  }

  get fields(): ReadonlyMap<string, FieldRecord> {
    this.#fields ??= new Map(fieldsOf(this).map((field) => [field.name, field]));
    return this.#fields;
  }

  get alwaysWritten(): readonly FieldRecord[] {
    this.#alwaysWritten ??= [...this.fields.values()].filter((field) => field.isAlwaysWritten);
    return this.#alwaysWritten;
  }

  as(isAtomic: boolean): StructRecord {
    return new StructRecord(this.#graph, this.text, this.schema, isAtomic, this.#rows);
  }
}

function fieldsOf(struct: StructRecord): FieldRecord[] {
  return struct.members.flatMap((member) => {
    if (member.name !== "") return member;
    const inlined = member.type as StructRecord;
    return fieldsOf(inlined).map((field) => field.inlined(struct.name, inlined.name));
  });
}

const any: AnyType = Object.freeze({ shape: "any" });
const untyped: ScalarType = Object.freeze({ shape: "scalar", scalar: "untyped" });
const opaqueObject: MapType = Object.freeze({ shape: "map", element: any, isAtomic: true });

function customType(graph: TypeGraph, text: string, schema: string, rows: readonly FieldRow[]): GoCustom {
  const custom = nameIn(text) as CustomType;
  let members: readonly GoField[] | undefined;
  return {
    ...valueTypeOf(custom),
    kind: "custom",
    custom,
    text,
    schema,
    get members() {
      members ??= rows.map((row) => new FieldRecord(graph, row, custom, ""));
      return members;
    },
  };
}

function valueTypeOf(custom: CustomType): ScalarType | MapType | AnyType {
  switch (custom) {
    case "Quantity":
    case "Time":
    case "MicroTime":
    case "IntOrString":
      return untyped;
    case "RawExtension":
      return opaqueObject;
    default:
      return any;
  }
}

function scalarOf(kind: GoScalar["kind"]): ScalarType["scalar"] {
  switch (kind) {
    case "string":
    case "bytes":
      return "string";
    case "bool":
      return "boolean";
    default:
      return "number";
  }
}

function nameIn(text: string): string {
  return text.slice(text.lastIndexOf(".") + 1);
}
