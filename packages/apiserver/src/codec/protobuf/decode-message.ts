import { setOwnMember } from "@kubewright/api/server";
import { DecodeError } from "../decode-error.ts";
import type { GoCustom, GoField, GoMap, GoScalar, GoStruct, GoType } from "../go-type.ts";
import { decodeCustom } from "./decode-custom.ts";
import { wrongWireType } from "./envelope.ts";
import { WireReader, wireTypes } from "./wire-reader.ts";

type JsonObject = Record<string, unknown>;

/**
 * The value that a message of a built-in type stands for, as JSON has it. Fields that the type does not have are passed over.
 *
 * It is what was sent: `decodeObject` makes an object of it. Throws DecodeError, with the reference's words, for what is no such message.
 */
export function decodeMessage(message: Uint8Array, type: GoStruct): Record<string, unknown> {
  try {
    return new MessageDecoder().decode(new WireReader(message), type, {});
  } catch (error) {
    if (error instanceof RangeError) throw new DecodeError("exceeded max depth", { cause: error });
    throw error;
  }
}

/** A type that protobuf has as a message with members. */
type MessageType = Pick<GoStruct, "text" | "members">;

class MessageDecoder {
  readonly #fields = new Map<MessageType, ReadonlyMap<number, GoField>>();

  /** Sets the fields that the message has; what is in `object` already is added to, as protobuf wants it. */
  decode(reader: WireReader, type: MessageType, object: JsonObject): JsonObject {
    const fields = this.#fieldsOf(type);
    while (!reader.isAtEnd) {
      const { number, wireType } = reader.tag(nameOf(type));
      const field = fields.get(number);
      if (field === undefined) reader.skip(wireType);
      else this.#field(reader, wireType, field, object);
    }
    return object;
  }

  #fieldsOf(type: MessageType): ReadonlyMap<number, GoField> {
    let fields = this.#fields.get(type);
    if (fields === undefined) {
      fields = new Map(type.members.map((field) => [field.protobufNumber, field]));
      this.#fields.set(type, fields);
    }
    return fields;
  }

  #field(reader: WireReader, wireType: number, field: GoField, object: JsonObject): void {
    const { name, type } = field;
    if (name === "") {
      this.decode(messageIn(reader, wireType, field), type as GoStruct, object);
    } else if (type.kind === "map") {
      object[name] ??= {};
      if (wireType !== wireTypes.bytes) throw wrongWireType(wireType, goNameOf(field));
      this.#entry(reader.entry(), type, field, object[name] as JsonObject);
    } else if (type.kind === "slice") {
      object[name] ??= [];
      const list = object[name] as unknown[];
      if (isMessageOfItems(type)) this.#messageOfItems(messageIn(reader, wireType, field), field, type.element, list);
      else this.#items(reader, wireType, field, type.element, list);
    } else {
      object[name] = this.#value(reader, wireType, field, type, object[name]);
    }
  }

  /** Numbers may be packed, several into one value. */
  #items(reader: WireReader, wireType: number, field: GoField, element: GoType, list: unknown[]): void {
    const itemWireType = wireTypeOf(element);
    if (wireType !== wireTypes.bytes || itemWireType === wireTypes.bytes) {
      list.push(this.#value(reader, wireType, field, element, undefined));
      return;
    }
    const packed = reader.message();
    while (!packed.isAtEnd) list.push(this.#value(packed, itemWireType, field, element, undefined));
  }

  #messageOfItems(reader: WireReader, field: GoField, element: GoType, list: unknown[]): unknown[] {
    while (!reader.isAtEnd) {
      const { number, wireType } = reader.tag(nameOf(field.type));
      if (number === 1) this.#items(reader, wireType, field, element, list);
      else reader.skip(wireType);
    }
    return list;
  }

  /** Of an entry, the reference does not look at how key and value are laid out. */
  #entry(reader: WireReader, { element }: GoMap, field: GoField, map: JsonObject): void {
    let key = "";
    let value: unknown = null;
    while (!reader.isAtEnd) {
      const { number, wireType } = reader.entryTag();
      if (number === 1) key = reader.text();
      else if (number === 2) value = this.#value(reader, wireTypeOf(element), field, element, undefined);
      else reader.skip(wireType);
    }
    setOwnMember(map, key, value);
  }

  /** `known` is what an earlier occurrence of the field gave. */
  #value(reader: WireReader, wireType: number, field: GoField, type: GoType, known: unknown): unknown {
    if (wireType !== wireTypeOf(type)) throw wrongWireType(wireType, goNameOf(field));
    switch (type.kind) {
      case "struct":
        return this.decode(reader.message(), type, (known ?? {}) as JsonObject);
      case "custom":
        return this.#custom(reader.message(), type);
      case "slice":
        return this.#messageOfItems(reader.message(), field, type.element, []);
      case "map":
        throw wrongWireType(wireType, goNameOf(field));
      default:
        return scalarOf(reader, type);
    }
  }

  #custom(reader: WireReader, type: GoCustom): unknown {
    if (type.members.length === 0) return decodeCustom(reader, type.custom);
    // A schema or something else: the fields have the names that they have in Go.
    const { Schema, Allows, JSONSchemas, Property } = this.decode(reader, type, {});
    if (type.custom === "JSONSchemaPropsOrBool") return Schema ?? Allows ?? false;
    return JSONSchemas ?? Property ?? Schema ?? null;
  }
}

function scalarOf(reader: WireReader, type: GoScalar): unknown {
  switch (type.kind) {
    case "string":
      return reader.text();
    case "bytes":
      return base64Of(reader.bytes());
    case "bool":
      return reader.bool();
    case "int32":
      return reader.int32();
    case "int64":
      return reader.int64();
    case "float64":
      return reader.float64();
  }
}

/** A list of scalars that has a type of its own is a message with the items as field 1. */
function isMessageOfItems(type: GoType): boolean {
  return type.kind === "slice" && type.isNamed && type.element.kind !== "struct";
}

function messageIn(reader: WireReader, wireType: number, field: GoField): WireReader {
  if (wireType !== wireTypes.bytes) throw wrongWireType(wireType, goNameOf(field));
  return reader.message();
}

function wireTypeOf(type: GoType): number {
  switch (type.kind) {
    case "bool":
    case "int32":
    case "int64":
      return wireTypes.varint;
    case "float64":
      return wireTypes.fixed64;
    default:
      return wireTypes.bytes;
  }
}

/** Without the package: `PodSpec`. */
function nameOf({ text }: { text: string }): string {
  return text.slice(text.lastIndexOf(".") + 1);
}

/** Go's name of the field, as far as JSON's tells. */
function goNameOf({ name, type }: GoField): string {
  // Metadata is embedded: its field is called as its type.
  return name === "" || name === "metadata" ? nameOf(type) : name.charAt(0).toUpperCase() + name.slice(1);
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
