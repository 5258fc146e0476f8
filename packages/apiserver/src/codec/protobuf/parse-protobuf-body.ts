import type { GroupVersionKind } from "@kubewright/api";
import { kindOfBody, withExpectedKind } from "../body-kind.ts";
import type { TypeGraph } from "../type-graph.ts";
import { decodeMessage } from "./decode-message.ts";
import { openEnvelope } from "./envelope.ts";

/**
 * The value that a body of type `application/vnd.kubernetes.protobuf` stands for, as JSON has it.
 *
 * A body that does not say its kind is taken for an object of the expected one. Of kinds that are not built in, only `apiVersion`
 * and `kind` are given. Throws BodyError where not even the kind can be read, and DecodeError for the rest.
 */
export function parseProtobufBody(
  body: Uint8Array,
  graph: TypeGraph,
  expected?: GroupVersionKind,
): Record<string, unknown> {
  const { apiVersion, kind, message } = openEnvelope(body);
  // A version that is none counts as not said.
  const hasVersion = apiVersion !== "" && apiVersion.split("/").length <= 2;
  const said = { ...(hasVersion && { apiVersion }), ...(kind !== "" && { kind }) };
  const gvk = expected === undefined ? kindOfBody(said) : withExpectedKind(kindOfBody(said), expected);
  const type = graph.kind(gvk.group, gvk.version, gvk.kind);
  return type === undefined ? said : { ...said, ...decodeMessage(message, type) };
}
