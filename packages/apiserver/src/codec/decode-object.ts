import { quote, setOwnMember } from "@kubewright/api/server";
import { type BodyDetails, detailsOf, ExactNumber, typeNameOf } from "./body-details.ts";
import { canonicalBase64, canonicalMicroTime, canonicalQuantity, canonicalTime, copyOfRaw } from "./custom-value.ts";
import { DecodeError } from "./decode-error.ts";
import { byteSlice, int32, isInRange } from "./go-number.ts";
import type { GoCustom, GoField, GoMap, GoScalar, GoSlice, GoStruct, GoType } from "./go-type.ts";

/** An object of a built-in kind, and what is not right with the value it was made from. */
export interface DecodedObject {
  readonly object: Record<string, unknown>;
  /** Fields that the kind does not have or that were given twice, as the reference words it: `unknown field "spec.x"`. */
  readonly problems: readonly string[];
}

/**
 * The object that JSON stands for: what the reference would write after it has read it.
 *
 * Unknown fields and empty values are left out, fields that are always written are there, quantities and times are in their
 * canonical form. `value` is not changed and shares nothing with the object. Throws DecodeError for a value of a wrong type.
 */
export function decodeObject(value: unknown, type: GoStruct): DecodedObject {
  const details = detailsOf(value);
  const decoder = new Decoder(!type.isStoredAsProtobuf, details);
  try {
    return decoder.decode(details === undefined ? value : details.exact, type);
  } catch (error) {
    if (error instanceof RangeError) throw new DecodeError("exceeded max depth", { cause: error });
    throw error;
  }
}

/** The value of a type that reads its JSON itself, in canonical form; it is not null. Throws DecodeError for what it does not take. */
export function decodeCustomValue(value: unknown, type: GoCustom): unknown {
  return new Decoder(true, undefined).custom(value, type);
}

/** The value that a field has when nothing is given. Made anew for each call. */
export function zeroOf(type: GoType): unknown {
  switch (type.kind) {
    case "string":
    case "bytes":
      return "";
    case "bool":
      return false;
    case "int32":
    case "int64":
    case "float64":
      return 0;
    case "slice":
    case "map":
      return null;
    case "struct": {
      const object: Record<string, unknown> = {};
      for (const field of type.alwaysWritten) object[field.name] = zeroOfField(field);
      return object;
    }
    case "custom":
      return zeroOfCustom(type);
  }
}

function zeroOfField(field: GoField): unknown {
  return field.isPointer || field.type.kind === "bytes" ? null : zeroOf(field.type);
}

function zeroOfCustom(type: GoCustom): unknown {
  switch (type.custom) {
    case "Quantity":
      return "0";
    case "IntOrString":
      return 0;
    case "JSONSchemaPropsOrBool":
      return false;
    default:
      return null;
  }
}

/** As many as the reference reports. */
const maxProblems = 100;

class Decoder {
  readonly #details: BodyDetails | undefined;
  /** Whether empty lists and maps stay what they are where they are always written. */
  readonly #keepsEmpty: boolean;
  /** Where it is: fields of structs, keys of maps, indexes of lists. */
  readonly #path: (GoField | string | number)[] = [];
  readonly #problems: Set<string>;
  /** The first wrong type. Reading goes on after it, since what fails later may be told instead. */
  #mismatch: string | undefined;
  /** Inside values that the reference reads without looking for problems. */
  #isLenient = false;

  constructor(keepsEmpty: boolean, details: BodyDetails | undefined) {
    this.#details = details;
    this.#problems = new Set(details?.problems);
    this.#keepsEmpty = keepsEmpty;
  }

  decode(value: unknown, type: GoStruct): DecodedObject {
    const object = (value === null ? zeroOf(type) : this.#value(value, type)) as Record<string, unknown>;
    if (this.#mismatch !== undefined) throw new DecodeError(this.#mismatch);
    return { object, problems: [...this.#problems] };
  }

  /** `value` is not null. */
  #value(value: unknown, type: GoType): unknown {
    switch (type.kind) {
      case "string":
        return typeof value === "string" ? value : this.#wrongType(value, type);
      case "struct":
        return isObject(value) ? this.#struct(value, type) : this.#wrongType(value, type);
      case "slice":
        return Array.isArray(value) ? this.#slice(value, type) : this.#wrongType(value, type);
      case "map":
        return isObject(value) ? this.#map(value, type) : this.#wrongType(value, type);
      case "int32":
      case "int64":
      case "float64":
        return this.#number(value, type);
      case "bool":
        return typeof value === "boolean" ? value : this.#wrongType(value, type);
      case "bytes":
        return this.#bytes(value, type);
      case "custom":
        return this.custom(value, type);
    }
  }

  #struct(value: Readonly<Record<string, unknown>>, type: GoStruct): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    const { fields } = type;
    for (const key of this.#keysOf(value, fields)) {
      const field = fields.get(key);
      if (field === undefined) {
        this.#report("unknown field", key);
        continue;
      }
      this.#path.push(field);
      this.#field(value[key], field, object);
      this.#path.pop();
    }
    for (const field of type.alwaysWritten) {
      if (object[field.name] === undefined) object[field.name] = zeroOfField(field);
    }
    return object;
  }

  /** Sets the field, unless it is empty and left out then. */
  #field(value: unknown, field: GoField, object: Record<string, unknown>): void {
    const { type } = field;
    if (value === null) {
      if (field.isAlwaysWritten) object[field.name] = zeroOfField(field);
      return;
    }
    const decoded = this.#value(value, type);
    if (field.isPointer) {
      object[field.name] = decoded;
      return;
    }
    switch (type.kind) {
      case "string":
      case "int32":
      case "int64":
      case "float64":
      case "bool":
        if (decoded || field.isAlwaysWritten) object[field.name] = decoded;
        return;
      case "bytes":
        if (decoded !== "" || field.isAlwaysWritten) object[field.name] = decoded;
        return;
      case "slice":
      case "map":
        if (!isEmpty(decoded) || (field.isAlwaysWritten && this.#keepsEmpty)) object[field.name] = decoded;
        return;
      case "struct":
      case "custom":
        if (field.isAlwaysWritten || !isZero(decoded, type)) object[field.name] = decoded;
    }
  }

  #slice(value: readonly unknown[], { element }: GoSlice): unknown[] {
    const list: unknown[] = [];
    for (let index = 0; index < value.length; index++) {
      const item = value[index];
      if (item === null) {
        list.push(zeroOf(element));
        continue;
      }
      this.#path.push(index);
      list.push(this.#value(item, element));
      this.#path.pop();
    }
    return list;
  }

  #map(value: Readonly<Record<string, unknown>>, { element }: GoMap): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (const key of this.#keysOf(value, undefined)) {
      const item = value[key];
      let decoded: unknown;
      if (item === null) {
        // Protobuf makes messages of lists in maps, and messages are never absent.
        decoded = element.kind === "slice" ? [] : zeroOf(element);
      } else {
        this.#path.push(key);
        decoded = this.#value(item, element);
        this.#path.pop();
      }
      setOwnMember(object, key, decoded);
    }
    return object;
  }

  #number(value: unknown, type: GoScalar): unknown {
    if (typeof value !== "number" && typeof value !== "bigint" && !(value instanceof ExactNumber)) {
      return this.#wrongType(value, type);
    }
    if (type.kind === "float64") {
      const float = value instanceof ExactNumber ? value.toJSON() : Number(value);
      return Number.isFinite(float) ? float : this.#wrongNumber(value, type);
    }
    if (typeof value === "number") {
      return Number.isInteger(value) && isInRange(value, type) ? value + 0 : this.#wrongNumber(value, type);
    }
    return typeof value === "bigint" && isInRange(value, type) ? value : this.#wrongNumber(value, type);
  }

  #bytes(value: unknown, type: GoScalar): unknown {
    if (Array.isArray(value)) return Buffer.from(this.#slice(value, byteSlice) as number[]).toString("base64");
    if (typeof value !== "string") return this.#wrongType(value, type);
    try {
      return canonicalBase64(value);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      this.#mismatch ??= error.message;
      return "";
    }
  }

  custom(value: unknown, type: GoCustom): unknown {
    switch (type.custom) {
      case "Quantity":
        return canonicalQuantity(this.#rawText(value));
      case "Time":
        return canonicalTime(this.#text(value));
      case "MicroTime":
        return canonicalMicroTime(this.#text(value));
      case "IntOrString":
        return typeof value === "string" ? value : this.#isolated(() => this.#number(value, int32));
      case "RawExtension":
      case "FieldsV1":
      case "JSON":
        return copyOfRaw(value);
      case "JSONSchemaPropsOrBool":
        if (typeof value === "boolean") return value;
        if (!isObject(value)) throw new DecodeError("boolean or JSON schema expected");
        return this.#isolated(() => this.#value(value, type.members[1]!.type));
      case "JSONSchemaPropsOrArray":
      case "JSONSchemaPropsOrStringArray":
        return this.#either(value, type);
    }
  }

  /** A schema or a list of something; anything else counts as null. */
  #either(value: unknown, { members }: GoCustom): unknown {
    if (isObject(value)) return this.#isolated(() => this.#value(value, members[0]!.type));
    if (!Array.isArray(value) || value.length === 0) return null;
    return this.#isolated(() => this.#value(value, members[1]!.type));
  }

  /** Runs what the reference does by a reader of its own: its first wrong type ends everything. */
  #isolated(action: () => unknown): unknown {
    const mismatch = this.#mismatch;
    const isLenient = this.#isLenient;
    this.#mismatch = undefined;
    this.#isLenient = true;
    const result = action();
    if (this.#mismatch !== undefined) throw new DecodeError(this.#mismatch);
    this.#mismatch = mismatch;
    this.#isLenient = isLenient;
    return result;
  }

  #text(value: unknown): string {
    if (typeof value === "string") return value;
    throw new DecodeError(this.#mismatchText(typeNameOf(value), "string"));
  }

  /** What stands in the JSON, without the quotes of a string. */
  #rawText(value: unknown): string {
    if (typeof value === "string") return value;
    if (value instanceof ExactNumber) return value.text;
    return typeof value === "object" ? "{}" : String(value);
  }

  #wrongNumber(value: number | bigint | ExactNumber, type: GoScalar): number {
    this.#mismatched(`number ${value instanceof ExactNumber ? value.text : String(value)}`, type.text);
    return 0;
  }

  #wrongType(value: unknown, type: GoType): unknown {
    this.#mismatched(typeNameOf(value), type.text);
    return zeroOf(type);
  }

  #mismatched(value: string, type: string): void {
    this.#mismatch ??= this.#mismatchText(value, type);
  }

  #mismatchText(value: string, type: string): string {
    const fields = this.#path.filter((step) => typeof step === "object");
    const last = fields.at(-1);
    if (last === undefined) return `json: cannot unmarshal ${value} into Go value of type ${type}`;
    const names = fields.map((field) => field.inlinedIn + field.name).join(".");
    return `json: cannot unmarshal ${value} into Go struct field ${last.owner}.${names} of type ${type}`;
  }

  /** The keys, in order. Tells of those that are there more than once, where they come again. */
  #keysOf(value: object, fields: ReadonlyMap<string, GoField> | undefined): Iterable<string> {
    const repeated = this.#details?.repeated.get(value);
    return repeated === undefined ? Object.keys(value) : this.#onceEach(repeated, fields);
  }

  *#onceEach(keys: readonly string[], fields: ReadonlyMap<string, GoField> | undefined): Generator<string> {
    const seen = new Set<string>();
    for (const key of keys) {
      if (!seen.has(key)) yield key;
      else if (fields === undefined || fields.has(key)) this.#report("duplicate field", key);
      seen.add(key);
    }
  }

  #report(problem: "unknown field" | "duplicate field", key: string): void {
    if (this.#isLenient || this.#problems.size >= maxProblems) return;
    let path = "";
    for (const step of this.#path) {
      if (typeof step === "number") path += `[${step}]`;
      else path += `${path === "" ? "" : "."}${typeof step === "string" ? step : step.name}`;
    }
    this.#problems.add(`${problem} ${quote(path === "" ? key : `${path}.${key}`)}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

function isEmpty(value: unknown): boolean {
  if (value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  for (const _ in value as object) return false;
  return true;
}

/** Whether a struct has nothing but what an empty one has. */
function isZero(value: unknown, type: GoType): boolean {
  if (type.kind === "custom") return value === zeroOfCustom(type);
  if (type.kind !== "struct") return isEmpty(value) || value === "" || value === 0 || value === false;
  const object = value as Record<string, unknown>;
  return Object.keys(object).every((key) => {
    const field = type.fields.get(key)!;
    return field.isPointer ? object[key] === null : isZero(object[key], field.type);
  });
}
