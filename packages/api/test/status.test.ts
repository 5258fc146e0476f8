import * as api from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { readVectors } from "./read-vectors.ts";

interface Expected {
  status: Partial<api.Status>;
  is: string[];
}

interface Vectors {
  built: (Expected & { constructor: string; arguments: unknown[] })[];
  unexpected: (Expected & { code: number; verb: string; resource: string; name: string; message: string })[];
  judged: { reason: string; code: number; is: string[] }[];
}

const vectors = readVectors<Vectors>("statuses");

const predicates = Object.entries({
  isAlreadyExists: api.isAlreadyExists,
  isBadRequest: api.isBadRequest,
  isConflict: api.isConflict,
  isForbidden: api.isForbidden,
  isGone: api.isGone,
  isInternal: api.isInternal,
  isInvalid: api.isInvalid,
  isMethodNotSupported: api.isMethodNotSupported,
  isNotAcceptable: api.isNotAcceptable,
  isNotFound: api.isNotFound,
  isRequestEntityTooLarge: api.isRequestEntityTooLarge,
  isServerTimeout: api.isServerTimeout,
  isServiceUnavailable: api.isServiceUnavailable,
  isTimeout: api.isTimeout,
  isTooManyRequests: api.isTooManyRequests,
  isUnauthorized: api.isUnauthorized,
  isUnsupportedMediaType: api.isUnsupportedMediaType,
});

function holding(error: unknown): string[] {
  return predicates.filter(([, predicate]) => predicate(error)).map(([name]) => name);
}

/** Go's constructors leave the type to whoever sends the Status. */
function typed(status: Partial<api.Status>): api.Status {
  return { kind: "Status", apiVersion: "v1", ...status };
}

function build(name: string, [first, second, third]: unknown[]): api.StatusError {
  const resource = (): api.GroupResource => api.parseGroupResource(first as string);
  switch (name) {
    case "notFound":
      return api.notFoundError(resource(), second as string);
    case "alreadyExists":
      return api.alreadyExistsError(resource(), second as string);
    case "generateNameConflict":
      return api.generateNameConflictError(resource(), second as string, third as number);
    case "forbidden":
      return api.forbiddenError(first === "" ? undefined : resource(), second as string, third as string);
    case "conflict":
      return api.conflictError(resource(), second as string, third as string);
    case "applyConflict":
      return api.applyConflictError(first as string, second as api.StatusCause[]);
    case "methodNotSupported":
      return api.methodNotSupportedError(resource(), second as string);
    case "serverTimeout":
      return api.serverTimeoutError(resource(), second as string, third as number);
    case "invalid":
      return api.invalidError(api.parseGroupKind(first as string), second as string, third as api.StatusCause[]);
    case "unauthorized":
      return api.unauthorizedError(first as string);
    case "gone":
      return api.goneError(first as string);
    case "expired":
      return api.expiredError(first as string);
    case "badRequest":
      return api.badRequestError(first as string);
    case "tooManyRequests":
      return api.tooManyRequestsError(first as string, second as number);
    case "serviceUnavailable":
      return api.serviceUnavailableError(first as string);
    case "internal":
      return api.internalError(first as string);
    case "timeout":
      return api.timeoutError(first as string, second as number);
    case "requestEntityTooLarge":
      return api.requestEntityTooLargeError(first as string);
    default:
      throw new Error(`no constructor ${name}`);
  }
}

describe("constructors give what the reference gives", () => {
  test.each(vectors.built.map((row) => [row.constructor, JSON.stringify(row.arguments), row] as const))(
    "%s %s",
    (_, __, row) => {
      const error = build(row.constructor, row.arguments);
      expect(error.status).toEqual(typed(row.status));
      expect(error.message).toBe(row.status.message);
      expect(holding(error)).toEqual(row.is);
    },
  );
});

test.each(vectors.unexpected)(
  "an answer that is no Status becomes what the reference makes of it: $code $verb $resource $name",
  (row) => {
    const error = api.unexpectedResponseError({
      code: row.code,
      method: row.verb,
      ...(row.resource !== "" && { resource: api.parseGroupResource(row.resource) }),
      name: row.name,
      body: row.message,
    });
    expect(error.status).toEqual(typed(row.status));
    expect(holding(error)).toEqual(row.is);
    expect(api.hasCause(error, "UnexpectedServerResponse")).toBe(true);
  },
);

test("predicates judge reasons and codes as the reference does", () => {
  for (const { reason, code, is } of vectors.judged) {
    const error = new api.StatusError({ kind: "Status", apiVersion: "v1", reason, code });
    expect([reason, code, holding(error)]).toEqual([reason, code, is]);
  }
});
