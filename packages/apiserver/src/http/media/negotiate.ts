import { type Status, StatusError } from "@kubewright/api";
import { type AcceptClause, parseAccept } from "./accept.ts";

/** What a client wants to see instead of the object. */
export interface Transformation {
  readonly kind: string;
  readonly group: string;
  readonly version: string;
}

/** How an answer is written. */
export interface MediaChoice {
  readonly format: "json" | "yaml";
  /** Whether it is for people to read. */
  readonly isPretty: boolean;
  readonly transformation?: Transformation | undefined;
}

/** Which transformations an endpoint has: those of objects, or none. */
export type Transformations = "objects" | "none";

/**
 * How to answer a request with this `Accept` header; undefined when none of what it asks for is there.
 *
 * Protobuf is never the choice, though the reference has it: such clauses are passed over.
 */
export function negotiate(accept: string | undefined, transformations: Transformations): MediaChoice | undefined {
  if (accept === undefined || accept === "") return json;
  if (accept === "application/json" || accept === "*/*") return json;
  for (const clause of parseAccept(accept)) {
    for (const format of formats) {
      if (!covers(clause, format)) continue;
      const choice = choose(clause, format, transformations);
      if (choice !== undefined) return choice;
    }
  }
  return undefined;
}

/** The media types that the reference names when it refuses a request for another one. */
export const mediaTypes = "application/json, application/yaml, application/vnd.kubernetes.protobuf";
/** The same for a watch. */
export const streamMediaTypes = "application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch";

/** The client accepts nothing that the server has. */
export function notAcceptableError(
  message = `only the following media types are accepted: ${mediaTypes}`,
): StatusError {
  return new StatusError(refusal(406, "NotAcceptable", message));
}

/** The body is of a type that the server does not read. */
export function unsupportedMediaTypeError(types: string = mediaTypes): StatusError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${types}`;
  return new StatusError(refusal(415, "UnsupportedMediaType", message));
}

/** Whether a route that makes these types can be asked for with this `Accept`: it compares names without looking further. */
export function isProducible(accept: string | undefined): boolean {
  if (accept === undefined || accept === "" || accept === "application/json") return true;
  return accept.split(",").some((clause) => {
    const [type = ""] = clause.split(";");
    return producible.has(type.trim());
  });
}

const json: MediaChoice = { format: "json", isPretty: false };
const formats = ["json", "yaml"] as const;
const producible = new Set(["*/*", "application/json", "application/yaml", "application/vnd.kubernetes.protobuf"]);

function covers({ type, subtype }: AcceptClause, format: string): boolean {
  if (type === "*") return subtype === "*";
  return type === "application" && (subtype === format || subtype === "*");
}

function choose(
  { parameters }: AcceptClause,
  format: "json" | "yaml",
  transformations: Transformations,
): MediaChoice | undefined {
  const stream = parameters.get("stream") ?? "";
  if (stream !== "" && (stream !== "watch" || format === "yaml")) return undefined;
  const serverVersion = parameters.get("sv") ?? "";
  if (serverVersion !== "" && (transformations === "none" || serverVersion !== "v1")) return undefined;
  const isPretty = parameters.get("pretty") === "1";
  if (!parameters.has("as") && !parameters.has("g") && !parameters.has("v")) return { format, isPretty };
  const transformation = {
    kind: parameters.get("as") ?? "",
    group: parameters.get("g") ?? "",
    version: parameters.get("v") ?? "",
  };
  if (transformations === "none" || !isKnown(transformation)) return undefined;
  return { format, isPretty, transformation };
}

function isKnown({ kind, group, version }: Transformation): boolean {
  if (group !== "meta.k8s.io" || (version !== "v1" && version !== "v1beta1")) return false;
  return kind === "Table" || kind === "PartialObjectMetadata" || kind === "PartialObjectMetadataList";
}

function refusal(code: number, reason: string, message: string): Status {
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, code };
}
