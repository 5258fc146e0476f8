import { formatGroupResource, type GroupResource } from "../meta/group-version.ts";
import { quote } from "../text/byte-text.ts";
import type { KnownStatusReason, Status, StatusDetails } from "./status.ts";
import { StatusError } from "./status-error.ts";

/** An answer that is no Status, as a proxy gives it, and the request it answers. */
export interface UnexpectedResponse {
  /** The HTTP status code. */
  readonly code: number;
  /** The HTTP method. */
  readonly method: string;
  /** What the request was about, where that is known. */
  readonly resource?: GroupResource;
  readonly name?: string;
  /** The beginning of the body. */
  readonly body: string;
  /** From the Retry-After header. */
  readonly retryAfterSeconds?: number;
}

/**
 * The error for a failure that came without a Status: reason and message follow from the code.
 *
 * It has a cause `UnexpectedServerResponse`, whose message is the body: `hasCause` tells it from what an API server said.
 */
export function unexpectedResponseError(response: UnexpectedResponse): StatusError {
  const { code, method, resource, name = "", body, retryAfterSeconds = 0 } = response;
  const [reason, meaning] = interpret(response);
  const target = resource === undefined ? "" : formatGroupResource(resource);
  const request =
    target === "" ? "" : ` (${[method.toLowerCase(), target, name].filter((part) => part !== "").join(" ")})`;
  const details: StatusDetails = {
    ...(name !== "" && { name }),
    ...(resource?.group && { group: resource.group }),
    ...(resource?.resource && { kind: resource.resource }),
    causes: [{ reason: "UnexpectedServerResponse", ...(body !== "" && { message: body }) }],
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
  };
  const message = meaning + request;
  const status: Status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure" };
  return new StatusError({ ...status, ...(message && { message }), ...(reason && { reason }), details, code });
}

function interpret({
  code,
  method,
  body,
}: UnexpectedResponse): [reason: KnownStatusReason | undefined, message: string] {
  switch (code) {
    case 400:
      return ["BadRequest", "the server rejected our request for an unknown reason"];
    case 401:
      return ["Unauthorized", "the server has asked for the client to provide credentials"];
    case 403:
      return ["Forbidden", body];
    case 404:
      return ["NotFound", "the server could not find the requested resource"];
    case 405:
      return ["MethodNotAllowed", "the server does not allow this method on the requested resource"];
    case 406:
      return [
        "NotAcceptable",
        body === "" || body === "unknown"
          ? "the server was unable to respond with a content type that the client supports"
          : body,
      ];
    case 409:
      return [method === "POST" ? "AlreadyExists" : "Conflict", "the server reported a conflict"];
    case 415:
      return ["UnsupportedMediaType", body];
    case 422:
      return ["Invalid", "the server rejected our request due to an error in our request"];
    case 429:
      return ["TooManyRequests", "the server has received too many requests and has asked us to try again later"];
    case 503:
      return ["ServiceUnavailable", "the server is currently unable to handle the request"];
    case 504:
      return [
        "Timeout",
        "the server was unable to return a response in the time allotted, but may still be processing the request",
      ];
    default:
      return code >= 500
        ? ["InternalError", `an error on the server (${quote(body)}) has prevented the request from succeeding`]
        : [undefined, `the server responded with the status code ${code} but did not return more information`];
  }
}
