import {
  badRequestError,
  expiredError,
  forbiddenError,
  goneError,
  internalError,
  notFoundError,
  StatusError,
  serviceUnavailableError,
  timeoutError,
  tooManyRequestsError,
  unauthorizedError,
} from "@kubewright/api";
import { ClientError } from "@kubewright/client";
import { expect, test } from "vitest";
import { type FailureReason, failureReason, isLasting, retryAfterMs } from "./stream-failure.ts";

const resource = { group: "", resource: "pods" };
const tooLarge = new StatusError({
  ...timeoutError("Too large resource version: 9, current: 8", 1).status,
  details: { causes: [{ reason: "ResourceVersionTooLarge" }] },
});

test.each<{ error: unknown; reason: FailureReason }>([
  { error: expiredError("too old"), reason: "gone" },
  { error: goneError("gone"), reason: "gone" },
  { error: tooLarge, reason: "gone" },
  { error: timeoutError("Too large resource version: 9, current: 8"), reason: "gone" },
  { error: timeoutError("etcd did not answer"), reason: "other" },
  { error: forbiddenError(resource, "", "no"), reason: "forbidden" },
  { error: notFoundError(resource, ""), reason: "missing" },
  { error: new ClientError("UNKNOWN_KIND", "", { cause: notFoundError(resource, "") }), reason: "missing" },
  { error: new ClientError("WATCH_STALLED", ""), reason: "stalled" },
  { error: new ClientError("CONNECTION_FAILED", ""), reason: "connection" },
  { error: new ClientError("CONNECTION_LOST", ""), reason: "connection" },
  { error: new ClientError("TIMEOUT", ""), reason: "connection" },
  { error: new ClientError("UNEXPECTED_RESPONSE", ""), reason: "unexpected" },
  { error: new ClientError("CLOSED", ""), reason: "closed" },
  { error: unauthorizedError("who?"), reason: "unauthorized" },
  { error: tooManyRequestsError("busy", 1), reason: "throttled" },
  { error: badRequestError("what?"), reason: "refused" },
  { error: internalError("etcd"), reason: "other" },
  { error: serviceUnavailableError("soon"), reason: "other" },
  { error: new Error("bug"), reason: "other" },
])("$error is $reason", ({ error, reason }) => {
  expect(failureReason(error)).toBe(reason);
});

test.each<{ error: unknown; isForGood: boolean }>([
  { error: forbiddenError(resource, "", "no"), isForGood: true },
  { error: unauthorizedError("who?"), isForGood: true },
  { error: badRequestError("what?"), isForGood: true },
  { error: new ClientError("UNKNOWN_KIND", ""), isForGood: true },
  { error: new ClientError("CLOSED", ""), isForGood: true },
  { error: new ClientError("CONNECTION_FAILED", ""), isForGood: false },
  { error: expiredError("too old"), isForGood: false },
  { error: tooManyRequestsError("busy", 1), isForGood: false },
  { error: internalError("etcd"), isForGood: false },
])("$error is lasting: $isForGood", ({ error, isForGood }) => {
  expect(isLasting(error)).toBe(isForGood);
});

test("the server's wish to be left alone counts, if it has one", () => {
  expect(retryAfterMs(tooManyRequestsError("busy", 7))).toBe(7_000);
  expect(retryAfterMs(badRequestError("what?"))).toBe(0);
});
