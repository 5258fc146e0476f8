import { describe, expect, test } from "vitest";
import {
  conflictError,
  notFoundError,
  serverTimeoutError,
  tooManyRequestsError,
  unauthorizedError,
} from "./failure.ts";
import { ignoreNotFound, isConflict, isNotFound } from "./predicate.ts";
import { isStatus, type Status } from "./status.ts";
import { hasCause, retryAfterSecondsOf, StatusError, statusCauseOf, statusErrorOf } from "./status-error.ts";

const pods = { group: "", resource: "pods" };
const missing = notFoundError(pods, "web");

// Texts and judgements are compared with the reference's in test/status.test.ts.
describe("StatusError", () => {
  test("is an Error with the server's message, code and reason", () => {
    expect(missing).toBeInstanceOf(Error);
    expect(missing).toMatchObject({ name: "StatusError", code: 404, reason: "NotFound" });
    expect(missing.message).toBe('pods "web" not found');
    expect(String(missing)).toBe('StatusError: pods "web" not found');
  });

  test.each<[Partial<Status>, message: string]>([
    [{ message: "" }, "the server gave no reason"],
    [{ code: 500 }, "the server gave no message (code 500)"],
    [{ code: 404, reason: "NotFound" }, "the server gave no message (reason NotFound, code 404)"],
  ])("has a message where the server gave none: %o", (status, message) => {
    expect(new StatusError({ kind: "Status", apiVersion: "v1", ...status }).message).toBe(message);
  });

  test("keeps its cause", () => {
    const cause = new Error("inner");
    expect(new StatusError(missing.status, { cause }).cause).toBe(cause);
  });
});

describe("statusErrorOf", () => {
  test.each<[string, unknown]>([
    ["the error itself", missing],
    ["a cause", new Error("outer", { cause: missing })],
    ["a cause of a cause", new Error("outer", { cause: { cause: missing } })],
    ["one of several errors", new AggregateError([new Error("other"), new Error("x", { cause: missing })])],
  ])("finds %s", (_, error) => {
    expect(statusErrorOf(error)).toBe(missing);
    expect(isNotFound(error)).toBe(true);
    expect(isConflict(error)).toBe(false);
  });

  test.each([
    undefined,
    null,
    "NotFound",
    404,
    new Error("not found"),
    { code: 404, reason: "NotFound" },
    new Error("x", { cause: "y" }),
  ])("finds nothing in %o", (error) => {
    expect(statusErrorOf(error)).toBeUndefined();
    expect(isNotFound(error)).toBe(false);
  });

  test("ends where causes go in a circle", () => {
    const a = new Error("a");
    const b = new Error("b", { cause: a });
    a.cause = b;
    expect(statusErrorOf(a)).toBeUndefined();
  });

  test("the outermost error decides", () => {
    const error = new StatusError(conflictError(pods, "web").status, { cause: missing });
    expect([isConflict(error), isNotFound(error)]).toEqual([true, false]);
  });

  test("knows errors of another copy of this package", async () => {
    const copy = "./status-error.ts?copy";
    const other = (await import(/* @vite-ignore */ copy)) as { StatusError: typeof StatusError };
    expect(other.StatusError).not.toBe(StatusError);
    expect(isNotFound(new other.StatusError(missing.status))).toBe(true);
  });
});

test("causes are found by reason", () => {
  const cause = { reason: "FieldValueInvalid", message: "no", field: "spec.x" };
  const error = new Error("outer", {
    cause: new StatusError({ kind: "Status", apiVersion: "v1", details: { causes: [{ message: "other" }, cause] } }),
  });
  expect(statusCauseOf(error, "FieldValueInvalid")).toBe(cause);
  expect([hasCause(error, "FieldValueInvalid"), hasCause(error, "FieldValueRequired"), hasCause(missing, "x")]).toEqual(
    [true, false, false],
  );
});

test.each<[unknown, number | undefined]>([
  [tooManyRequestsError("busy", 5), 5],
  [tooManyRequestsError("busy"), undefined],
  [serverTimeoutError(pods, "get", 2), 2],
  [serverTimeoutError(pods, "get"), 0],
  [unauthorizedError(), undefined],
  [new Error("x"), undefined],
])("%s is to be tried again after %s seconds", (error, seconds) => {
  expect(retryAfterSecondsOf(error)).toBe(seconds);
});

test("ignoreNotFound throws all but NotFound", async () => {
  await expect(Promise.reject(missing).catch(ignoreNotFound)).resolves.toBeUndefined();
  const other = conflictError(pods, "web");
  await expect(Promise.reject(other).catch(ignoreNotFound)).rejects.toBe(other);
});

test.each<[unknown, boolean]>([
  [{ kind: "Status", apiVersion: "v1" }, true],
  [{ kind: "Status", apiVersion: "meta.k8s.io/v1" }, true],
  [{ kind: "Status", apiVersion: "example.com/v1" }, false],
  [{ kind: "Pod", apiVersion: "v1" }, false],
  ["Status", false],
  [null, false],
])("isStatus(%o) is %s", (value, expected) => {
  expect(isStatus(value)).toBe(expected);
});
