import { unrecognizedError } from "../../codec/body-kind.ts";
import { BodyError } from "../../codec/decode-error.ts";
import { parseBody } from "../../codec/parse-body.ts";
import type { BodyFormat } from "../media/content-type.ts";

/** The value that the body of a write stands for. Throws the 400 StatusError; `kind` is what the object should be. */
export function objectOfBody(bytes: Uint8Array, format: BodyFormat, kind: string): unknown {
  try {
    return valueOfBody(bytes, format);
  } catch (error) {
    throw error instanceof BodyError ? unrecognizedError(kind, error.message, bytes) : error;
  }
}

/** The value that a body stands for. Throws BodyError. */
export function valueOfBody(bytes: Uint8Array, format: BodyFormat): unknown {
  if (format === "protobuf") throw new BodyError("protobuf is not read yet");
  return parseBody(bytes, format);
}
