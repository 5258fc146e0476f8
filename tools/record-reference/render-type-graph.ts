import type { GoFieldSource, GoStructSource, GoTypeSource, GoTypes } from "./go-types.ts";

/** The parts of an OpenAPI v3 schema that the type graph keeps. */
export interface FieldSchema {
  readonly type?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-map-type"?: string;
}

/** A text of one line for each type, which says what it is and names others by the number of their line; the first has the kinds. */
export function renderTypeGraph(types: GoTypes, schemas: ReadonlyMap<string, FieldSchema>): string {
  return new GraphRenderer(types, schemas).render();
}

const omitEmpty = 1;
const omitZero = 2;
const pointer = 4;
const required = 8;

class GraphRenderer {
  readonly #types: GoTypes;
  readonly #schemas: ReadonlyMap<string, FieldSchema>;
  readonly #structs: ReadonlyMap<string, GoStructSource>;
  readonly #lines: string[] = [""];
  readonly #numbers = new Map<string, number>();

  constructor(types: GoTypes, schemas: ReadonlyMap<string, FieldSchema>) {
    this.#types = types;
    this.#schemas = schemas;
    this.#structs = new Map(types.structs.map((struct) => [struct.name, struct]));
  }

  render(): string {
    const kinds: Record<string, Record<string, number>> = {};
    for (const { group, version, kind, struct } of this.#types.kinds) {
      const number = struct === undefined ? 0 : this.#number({ kind: "struct", name: struct, text: "" });
      kinds[`${group}/${version}`] = { ...kinds[`${group}/${version}`], [kind]: number };
    }
    this.#lines[0] = JSON.stringify(kinds);
    return `${this.#lines.join("\n")}\n`;
  }

  #number(type: GoTypeSource): number {
    const key = type.kind === "struct" ? type.name! : type.text.replace(/^\*/, "") + elementNames(type);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#lines.push("") - 1;
    this.#numbers.set(key, number);
    this.#lines[number] = JSON.stringify(this.#line(type));
    return number;
  }

  #line(type: GoTypeSource): unknown[] {
    const text = type.text.replace(/^\*/, "");
    if (type.kind === "struct") return this.#struct(this.#structs.get(type.name!)!);
    if (type.element !== undefined) return [type.kind, text, this.#number(type.element)];
    return type.kind === text ? [type.kind] : [type.kind, text];
  }

  #struct(struct: GoStructSource): unknown[] {
    const schema = this.#schemaOf(struct);
    const isAtomic = schema?.["x-kubernetes-map-type"] === "atomic";
    const fields = (struct.fields ?? []).map((field) => this.#field(field, schema));
    return [struct.custom ? "custom" : "struct", struct.text, struct.schema, isAtomic ? 1 : 0, ...fields];
  }

  /** Structs that are only ever part of others have no schema of their own: their fields are in those of the others. */
  #schemaOf(struct: GoStructSource): FieldSchema | undefined {
    const own = this.#schemas.get(struct.schema ?? "");
    if (own !== undefined) return own;
    for (const other of this.#types.structs) {
      if (!other.fields?.some((field) => field.name === undefined && field.type.name === struct.name)) continue;
      const schema = this.#schemaOf(other);
      if (schema !== undefined) return { ...schema, "x-kubernetes-map-type": "" };
    }
    return undefined;
  }

  #field(field: GoFieldSource, schema: FieldSchema | undefined): unknown[] {
    const name = field.name ?? "";
    const property = schema?.properties?.[name];
    let flags = 0;
    for (const option of field.options ?? []) flags |= option === "omitempty" ? omitEmpty : omitZero;
    if (field.type.pointer) flags |= pointer;
    if (schema?.required?.includes(name)) flags |= required;
    const row: unknown[] = [name, this.#number(field.type), flags, Number(field.protobuf?.split(",")[1] ?? 0)];
    const facts = {
      list: property?.["x-kubernetes-list-type"],
      keys: property?.["x-kubernetes-list-map-keys"],
      map: property?.["x-kubernetes-map-type"],
      default: typeof property?.default === "object" ? undefined : property?.default,
      enum: property?.enum ?? property?.items?.enum,
      strategy: field.strategy,
      mergeKey: field.mergeKey,
    };
    const text = JSON.stringify(facts);
    if (text !== "{}") row.push(JSON.parse(text));
    return row;
  }
}

/** Go prints the packages of two groups alike: `v1.Event` is not one type. */
function elementNames(type: GoTypeSource): string {
  let names = ` ${type.name ?? ""}`;
  for (let element = type.element; element !== undefined; element = element.element) names += ` ${element.name ?? ""}`;
  return names;
}
