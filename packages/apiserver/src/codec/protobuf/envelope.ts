import { BodyError, DecodeError } from "../decode-error.ts";
import { WireReader, wireTypes } from "./wire-reader.ts";

/** What stands around the message of an object. */
export interface Envelope {
  /** Empty where it is not said. */
  readonly apiVersion: string;
  readonly kind: string;
  /** The message of the object. */
  readonly message: Uint8Array;
}

/** With what every body begins: `k8s` and a zero byte. */
const prefix = [0x6b, 0x38, 0x73, 0x00] as const;

/** What is around the object in a body of type `application/vnd.kubernetes.protobuf`. Throws BodyError, with the reference's words. */
export function openEnvelope(body: Uint8Array): Envelope {
  if (body.length === 0) throw new BodyError("empty data");
  if (prefix.some((byte, index) => body[index] !== byte)) {
    throw new BodyError(
      `provided data does not appear to be a protobuf message, expected prefix [${prefix.join(" ")}]`,
    );
  }
  if (body.length === prefix.length) throw new BodyError("empty body");
  try {
    return readEnvelope(new WireReader(body, prefix.length));
  } catch (error) {
    throw error instanceof DecodeError ? new BodyError(error.message, { cause: error }) : error;
  }
}

const fieldNames = new Map([
  [1, "TypeMeta"],
  [2, "Raw"],
  [3, "ContentEncoding"],
  [4, "ContentType"],
]);

function readEnvelope(reader: WireReader): Envelope {
  let type = { apiVersion: "", kind: "" };
  let message = new Uint8Array();
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag("Unknown");
    const name = fieldNames.get(number);
    if (name !== undefined && wireType !== wireTypes.bytes) throw wrongWireType(wireType, name);
    if (number === 1) type = readTypeMeta(reader.message(), type);
    else if (number === 2) message = new Uint8Array(reader.bytes());
    else reader.skip(wireType);
  }
  return { ...type, message };
}

function readTypeMeta(
  reader: WireReader,
  known: { apiVersion: string; kind: string },
): { apiVersion: string; kind: string } {
  let { apiVersion, kind } = known;
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag("TypeMeta");
    if (number > 2) {
      reader.skip(wireType);
      continue;
    }
    if (wireType !== wireTypes.bytes) throw wrongWireType(wireType, number === 1 ? "APIVersion" : "Kind");
    if (number === 1) apiVersion = reader.text();
    else kind = reader.text();
  }
  return { apiVersion, kind };
}

/** A field whose value is not laid out as those of its type are. */
export function wrongWireType(wireType: number, field: string): DecodeError {
  return new DecodeError(`proto: wrong wireType = ${wireType} for field ${field}`);
}
