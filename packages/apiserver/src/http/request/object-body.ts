import { badRequestError, type GroupVersionKind } from "@kubewright/api";
import { undecodableError, unrecognizedError } from "../../codec/body-kind.ts";
import { BodyError, DecodeError } from "../../codec/decode-error.ts";
import { parseBody } from "../../codec/parse-body.ts";
import { parseProtobufBody } from "../../codec/protobuf/parse-protobuf-body.ts";
import type { TypeGraph } from "../../codec/type-graph.ts";
import type { BodyFormat } from "../media/content-type.ts";

/** The value that the body of a write stands for. Throws the 400 StatusError; `expected` is what the object should be. */
export function objectOfBody(
  bytes: Uint8Array,
  format: BodyFormat,
  expected: GroupVersionKind,
  graph: TypeGraph,
): unknown {
  try {
    return valueOfBody(bytes, format, expected, graph);
  } catch (error) {
    if (error instanceof BodyError) throw unrecognizedError(expected.kind, error.message, bytes);
    if (error instanceof DecodeError) throw undecodableError(expected, expected.kind, error.message);
    throw error;
  }
}

/** The options that the body of a deletion stands for. Throws the 400 StatusError. */
export function optionsOfBody(bytes: Uint8Array, format: BodyFormat, graph: TypeGraph): unknown {
  try {
    return valueOfBody(bytes, format, { group: "", version: "v1", kind: "DeleteOptions" }, graph);
  } catch (error) {
    if (!(error instanceof BodyError) && !(error instanceof DecodeError)) throw error;
    throw badRequestError(error.message);
  }
}

function valueOfBody(bytes: Uint8Array, format: BodyFormat, expected: GroupVersionKind, graph: TypeGraph): unknown {
  return format === "protobuf" ? parseProtobufBody(bytes, graph, expected) : parseBody(bytes, format);
}
