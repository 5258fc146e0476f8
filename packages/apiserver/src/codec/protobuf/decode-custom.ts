import { formatMicroTime, formatTime, parseJson, Quantity } from "@kubewright/api";
import { explained } from "../custom-value.ts";
import type { CustomType } from "../go-type.ts";
import { utf8Text } from "../text/utf8-text.ts";
import { wrongWireType } from "./envelope.ts";
import { type WireReader, wireTypes } from "./wire-reader.ts";

/** The JSON of a value whose type has a form of its own in both JSON and protobuf; undefined for other types. */
export function decodeCustom(reader: WireReader, custom: CustomType): unknown {
  switch (custom) {
    case "Quantity":
      return readQuantity(reader);
    case "Time":
      return reader.isAtEnd ? null : explained(() => formatTime(readTimestamp(reader).seconds * 1000));
    case "MicroTime":
      return reader.isAtEnd ? null : explained(() => formatMicroTime(millisecondsOf(readTimestamp(reader))));
    case "IntOrString":
      return readIntOrString(reader);
    case "RawExtension":
    case "FieldsV1":
    case "JSON":
      return readRaw(reader, custom);
    default:
      return undefined;
  }
}

function readQuantity(reader: WireReader): string {
  let quantity = "0";
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag("Quantity");
    if (number === 1) quantity = parseQuantity(expected(reader, wireType, wireTypes.bytes, "String").text());
    else reader.skip(wireType);
  }
  return quantity;
}

function parseQuantity(text: string): string {
  return explained(() => Quantity.parse(text).toString());
}

interface Timestamp {
  readonly seconds: number;
  readonly nanoseconds: number;
}

function readTimestamp(reader: WireReader): Timestamp {
  let seconds = 0;
  let nanoseconds = 0;
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag("Timestamp");
    if (number === 1) seconds = Number(expected(reader, wireType, wireTypes.varint, "Seconds").int64());
    else if (number === 2) nanoseconds = expected(reader, wireType, wireTypes.varint, "Nanos").int32();
    else reader.skip(wireType);
  }
  return { seconds, nanoseconds };
}

/** In whole microseconds. */
function millisecondsOf({ seconds, nanoseconds }: Timestamp): number {
  return seconds * 1000 + Math.trunc(nanoseconds / 1000) / 1000;
}

function readIntOrString(reader: WireReader): number | string {
  let isText = false;
  let integer = 0;
  let text = "";
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag("IntOrString");
    if (number === 1) isText = expected(reader, wireType, wireTypes.varint, "Type").int64() === 1;
    else if (number === 2) integer = expected(reader, wireType, wireTypes.varint, "IntVal").int32();
    else if (number === 3) text = expected(reader, wireType, wireTypes.bytes, "StrVal").text();
    else reader.skip(wireType);
  }
  return isText ? text : integer;
}

/** JSON that stands in the message as it is. */
function readRaw(reader: WireReader, name: string): unknown {
  let raw = new Uint8Array();
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag(name);
    if (number === 1) raw = new Uint8Array(expected(reader, wireType, wireTypes.bytes, "Raw").bytes());
    else reader.skip(wireType);
  }
  return raw.length === 0 ? null : explained(() => parseJson(utf8Text(raw)));
}

function expected(reader: WireReader, wireType: number, wanted: number, field: string): WireReader {
  if (wireType !== wanted) throw wrongWireType(wireType, field);
  return reader;
}
