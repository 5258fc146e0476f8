import { ApiError } from "../../errors.ts";
import { isJsonObject, type JsonObject, ownMember, setOwnMember } from "../../json/own-member.ts";
import { stringifyJson } from "../../json/stringify-json.ts";
import { jsonTypeName } from "../../text/json-type-name.ts";
import { formatTime, parseTime } from "../../value/time.ts";

/** A Go type, as far as reading and writing JSON with it goes. */
export type GoShape =
  | { readonly go: "string" | "bool" | "int64" | "time" | "raw" }
  | { readonly go: "map"; readonly element: GoShape }
  | { readonly go: "slice"; readonly element: GoShape }
  | { readonly go: "struct"; readonly name: string; readonly fields: ReadonlyMap<string, GoField> };

/** A member of a Go struct. */
export interface GoField {
  readonly shape: GoShape;
  /** Whether an empty value is left out. Pointers are left out only when absent. */
  readonly omits: "empty" | "absent" | "never";
}

/** What came of reading a value. */
export interface Reading {
  /** What Go would write of what it read; undefined for what is empty. */
  value: unknown;
  /** Where there was something that the type does not know. */
  readonly unknownFields: string[];
  /** The first thing that did not fit, in Go's words. */
  problem: string | undefined;
  /** The names of members in the order in which they are read. */
  readonly namesOf: (object: JsonObject) => string[];
}

/** Reads a value as Go's JSON decoder would, and writes it as its encoder would. */
export function readShape(value: unknown, shape: GoShape): Reading {
  const reading = readInOrder(value, shape, Object.keys);
  if (reading.problem === undefined && reading.unknownFields.length < 2) return reading;
  // The server comes to members in the order of their names, which only matters when it has something to say.
  return readInOrder(value, shape, (object) => Object.keys(object).sort());
}

function readInOrder(value: unknown, shape: GoShape, namesOf: Reading["namesOf"]): Reading {
  const reading: Reading = { value: undefined, unknownFields: [], problem: undefined, namesOf };
  reading.value = read(value, shape, root, reading);
  return reading;
}

interface Place {
  readonly struct: string;
  /** Members from the outermost struct on, for problems. */
  readonly field: string;
  /** The same with indices, for unknown fields. */
  readonly path: string;
}

const root: Place = { struct: "", field: "", path: "" };

function read(value: unknown, shape: GoShape, place: Place, reading: Reading): unknown {
  if (value === null || value === undefined) return undefined;
  switch (shape.go) {
    case "raw":
      return value;
    case "string":
      return typeof value === "string" ? value : misfit(value, "string", place, reading);
    case "bool":
      return typeof value === "boolean" ? value : misfit(value, "bool", place, reading);
    case "int64":
      return isInt64(value) ? value : misfit(value, "int64", place, reading);
    case "time":
      return readTime(value, reading);
    case "map":
      return isJsonObject(value)
        ? readMap(value, shape.element, place, reading)
        : misfit(value, goName(shape), place, reading);
    case "slice":
      if (!Array.isArray(value)) return misfit(value, goName(shape), place, reading);
      return value.map((item, index) => {
        const made = read(item, shape.element, { ...place, path: `${place.path}[${index}]` }, reading);
        return made ?? emptyValue(shape.element);
      });
    case "struct":
      return isJsonObject(value)
        ? readStruct(value, shape, place, reading)
        : misfit(value, goName(shape), place, reading);
  }
}

function readMap(object: JsonObject, element: GoShape, place: Place, reading: Reading): JsonObject {
  const map: JsonObject = {};
  for (const name of reading.namesOf(object)) {
    setOwnMember(map, name, read(object[name], element, place, reading) ?? emptyValue(element));
  }
  return map;
}

function readStruct(object: JsonObject, shape: GoShape & { go: "struct" }, outer: Place, reading: Reading): JsonObject {
  const struct: JsonObject = {};
  for (const name of reading.namesOf(object)) {
    const path = outer.path === "" ? name : `${outer.path}.${name}`;
    const field = shape.fields.get(name);
    if (field === undefined) reading.unknownFields.push(path);
    else {
      const place = { struct: shape.name, field: outer.field === "" ? name : `${outer.field}.${name}`, path };
      const value = read(ownMember(object, name), field.shape, place, reading);
      if (field.omits === "empty" ? !isEmpty(value) : value !== undefined) setOwnMember(struct, name, value);
    }
  }
  for (const [name, field] of shape.fields) {
    if (field.omits === "never" && !Object.hasOwn(struct, name)) setOwnMember(struct, name, emptyValue(field.shape));
  }
  return struct;
}

function readTime(value: unknown, reading: Reading): string | undefined {
  if (typeof value !== "string") {
    reading.problem ??= `json: cannot unmarshal ${jsonTypeName(value)} into Go value of type string`;
    return undefined;
  }
  try {
    return formatTime(parseTime(value));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    reading.problem ??= error.detail ?? error.message;
    return undefined;
  }
}

function misfit(value: unknown, type: string, place: Place, reading: Reading): undefined {
  const isNumber = typeof value === "number" || typeof value === "bigint";
  const found = isNumber && type === "int64" ? `number ${stringifyJson(value)}` : jsonTypeName(value);
  const where = place.struct === "" ? "Go value" : `Go struct field ${place.struct}.${place.field}`;
  reading.problem ??= `json: cannot unmarshal ${found} into ${where} of type ${type}`;
  return undefined;
}

function isInt64(value: unknown): boolean {
  if (typeof value === "bigint") return BigInt.asIntN(64, value) === value;
  return Number.isSafeInteger(value);
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === "" || value === false || value === 0;
}

function emptyValue(shape: GoShape): unknown {
  switch (shape.go) {
    case "string":
      return "";
    case "bool":
      return false;
    case "int64":
      return 0;
    case "struct":
      return Object.fromEntries(
        [...shape.fields]
          .filter(([, { omits }]) => omits === "never")
          .map(([name, field]) => [name, emptyValue(field.shape)]),
      );
    default:
      return null;
  }
}

function goName(shape: GoShape): string {
  switch (shape.go) {
    case "map":
      return `map[string]${goName(shape.element)}`;
    case "slice":
      return `[]${goName(shape.element)}`;
    case "struct":
      return `v1.${shape.name}`;
    default:
      return shape.go;
  }
}
