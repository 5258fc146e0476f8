import { badRequestError, type GroupVersionKind, type StatusError } from "@kubewright/api";
import { quote } from "@kubewright/api/server";
import { typeNameOf } from "./body-details.ts";
import { BodyError } from "./decode-error.ts";
import { packageOf } from "./go-package.ts";
import type { TypeGraph } from "./type-graph.ts";

/** What a body says it is; what it does not say is empty. Throws BodyError when that cannot be read. */
export function kindOfBody(value: unknown): GroupVersionKind {
  if (value === null) return { group: "", version: "", kind: "" };
  if (typeof value !== "object" || Array.isArray(value)) {
    throw unreadable(
      `${typeNameOf(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
    );
  }
  const { apiVersion, kind } = value as { apiVersion?: unknown; kind?: unknown };
  const text = textOf(apiVersion, "apiVersion");
  const parts = text.split("/");
  const name = textOf(kind, "kind");
  if (parts.length > 2) throw new BodyError(`unexpected GroupVersion string: ${text}`);
  if (text === "/") return { group: "", version: "", kind: name };
  return parts.length === 1
    ? { group: "", version: text, kind: name }
    : { group: parts[0]!, version: parts[1]!, kind: name };
}

/** What a body is where another kind is expected: what it does not say is as expected. */
export function withExpectedKind(said: GroupVersionKind, expected: GroupVersionKind): GroupVersionKind {
  const kind = said.kind || expected.kind;
  if (said.version === "" && said.group === "") return { group: expected.group, version: expected.version, kind };
  return { group: said.group, version: said.version || (said.group === expected.group ? expected.version : ""), kind };
}

/** The answer to a body of a built-in kind that cannot be what is expected; undefined when it can. */
export function misplacedKindError(
  said: GroupVersionKind,
  expected: GroupVersionKind,
  graph: TypeGraph,
): StatusError | undefined {
  const { group, version, kind } = said;
  if (group === expected.group && version === expected.version && kind === expected.kind) return undefined;
  const groupVersion = group === "" ? version : `${group}/${version}`;
  if (kind === expected.kind && graph.isKnown(group, version, kind)) {
    const wanted = expected.group === "" ? expected.version : `${expected.group}/${expected.version}`;
    return badRequestError(
      `the API version in the data (${groupVersion}) does not match the expected API version (${wanted})`,
    );
  }
  if (!graph.isKnown(group, version, kind)) {
    const because = `no kind ${quote(kind)} is registered for version ${quote(groupVersion)} in scheme "pkg/runtime/scheme.go:111"`;
    return undecodableError(said, expected.kind, because);
  }
  const target = `${packageOf(expected.group)}.${expected.kind}`;
  return undecodableError(said, expected.kind, `converting (${version}.${kind}) to (${target}): unknown conversion`);
}

/** The answer to a body that could not be made an object of the kind that it is. */
export function undecodableError(said: GroupVersionKind, expectedKind: string, because: string): StatusError {
  return badRequestError(
    `${said.kind} in version ${quote(said.version)} cannot be handled as a ${expectedKind}: ${because}`,
  );
}

/** The answer to a body of which not even the kind could be read. */
export function unrecognizedError(expectedKind: string, because: string, body: Uint8Array): StatusError {
  return badRequestError(
    `the object provided is unrecognized (must be of type ${expectedKind}): ${because} (${summaryOf(body)})`,
  );
}

/** The answer to problems with fields where they are not let pass. */
export function strictDecodingError(
  said: GroupVersionKind,
  expectedKind: string,
  problems: readonly string[],
): StatusError {
  return undecodableError(said, expectedKind, `strict decoding error: ${problems.join(", ")}`);
}

const summaryLength = 30;

function summaryOf(body: Uint8Array): string {
  if (body.length === 0) return "<empty>";
  const isText = body[0] === 0x7b;
  const text = Buffer.from(body.subarray(0, summaryLength)).toString(isText ? "utf8" : "hex");
  return body.length > summaryLength ? `${text} ...` : text;
}

function textOf(value: unknown, field: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  throw unreadable(`${typeNameOf(value)} into Go struct field .${field} of type string`);
}

function unreadable(what: string): BodyError {
  return new BodyError(`couldn't get version/kind; json parse error: json: cannot unmarshal ${what}`);
}
