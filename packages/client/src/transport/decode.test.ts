import { hasCause, isNotFound, isTooManyRequests, retryAfterSecondsOf, StatusError } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { ClientError } from "../errors.ts";
import { decode } from "./decode.ts";
import { responseOf } from "./response-of.ts";
import type { ApiRequest } from "./transport.ts";

const get: ApiRequest = { method: "GET", path: "/api/v1/pods?limit=1" };

function decoded(
  status: number,
  type: string | undefined,
  body: string,
  request = get,
  headers: [string, string][] = [],
) {
  const all = { ...Object.fromEntries(headers), ...(type !== undefined && { "content-type": type }) };
  return decode(request, responseOf({ status, headers: all, body }));
}

async function failure(...args: Parameters<typeof decoded>): Promise<Error> {
  return decoded(...args).then(
    () => {
      throw new Error("was decoded");
    },
    (error: Error) => error,
  );
}

const page = `<!DOCTYPE html><html><head><title>502 Bad Gateway</title><style>body { color: red }</style></head>
  <body><!-- hidden --><center><h1>Bad Gateway</h1></center><script>alert(1)</script><hr>nginx</body></html>`;

describe("decode", () => {
  test.each([
    ["JSON", "application/json", '{"a":1}', { a: 1 }],
    ["JSON with a character set", "application/json; charset=utf-8", "[]", []],
    ["JSON of a special kind", "application/apply-patch+json", "1", 1],
    ["JSON without a type", undefined, '"text"', "text"],
    ["large integers", "application/json", '{"n":9007199254740993}', { n: 9007199254740993n }],
  ])("gives %s", async (_name, type, body, value) => {
    expect(await decoded(200, type, body)).toEqual(value);
  });

  test("takes the value of who has it, but only of a success", async () => {
    const json = async () => ({ a: 1 });
    const of = (status: number) => {
      const response = responseOf({ status, body: '{"kind":"Status","message":"no","code":500}' });
      return decode(get, { ...response, body: { ...response.body, json } });
    };
    expect(await of(200)).toEqual({ a: 1 });
    await expect(of(500)).rejects.toThrow("no");
  });

  test("throws the Status of the server", async () => {
    const status = {
      kind: "Status",
      apiVersion: "v1",
      status: "Failure",
      message: 'pods "a" not found',
      reason: "NotFound",
    };
    const error = await failure(404, "application/json", JSON.stringify(status));
    expect(error).toBeInstanceOf(StatusError);
    expect(error).toMatchObject({ message: 'pods "a" not found', code: 404, status: { ...status, code: 404 } });
    expect(isNotFound(error)).toBe(true);
  });

  test("names the limit of the server for an object of 3 MB", async () => {
    const status = {
      kind: "Status",
      apiVersion: "v1",
      status: "Failure",
      message: "Request entity too large: limit is 3145728",
      reason: "RequestEntityTooLarge",
      code: 413,
    };
    expect((await failure(413, "application/json", JSON.stringify(status))).message).toContain("limit is 3145728");
  });

  test("names size and limits when a proxy finds an object too large", async () => {
    const post: ApiRequest = { method: "POST", path: "/api/v1/configmaps", body: "é".repeat(1_600_000) };
    const error = await failure(413, "text/html", "<html><h1>413 Request Entity Too Large</h1></html>", post);
    expect(error).toMatchObject({ reason: "RequestEntityTooLarge", code: 413 });
    expect(error.message).toContain(
      "the request has 3200000 bytes; API servers take at most 3 MiB, proxies often less",
    );
  });

  test("says that a proxy answered, and what, when a failure comes as HTML", async () => {
    const error = await failure(502, "text/html", page);
    expect(error).toBeInstanceOf(StatusError);
    expect(error).toMatchObject({ code: 502, reason: "InternalError" });
    expect(error.message).toBe(
      'GET /api/v1/pods: an error on the server ("502 Bad Gateway Bad Gateway nginx") has prevented the request from succeeding; ' +
        "the answer is HTML, not JSON: is there a proxy between this client and the API server?",
    );
    expect(hasCause(error, "UnexpectedServerResponse")).toBe(true);
  });

  test.each([
    ["typed", "text/html; charset=utf-8", "<b>Please log in</b>"],
    ["untyped", undefined, page],
    ["typed as JSON", "application/json", page],
  ])("says that a proxy answered when a success comes as HTML, %s", async (_name, type, body) => {
    const error = await failure(200, type, body);
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ code: "UNEXPECTED_RESPONSE" });
    expect(error.message).toMatch(
      /^GET \/api\/v1\/pods: the answer is HTML, not JSON: is there a proxy or a login page/,
    );
  });

  test("makes a Status of a failure without one, as client-go does", async () => {
    const error = await failure(429, "text/plain", "slow down\n", get, [["retry-after", "7"]]);
    expect(isTooManyRequests(error)).toBe(true);
    expect(retryAfterSecondsOf(error)).toBe(7);
    expect(error.message).toContain('it says "slow down"');
  });

  test("shows no more than the beginning of a long text", async () => {
    const error = await failure(500, "text/plain", "x".repeat(10_000));
    expect(error.message).toContain(`${"x".repeat(200)}…`);
    expect(error.message).not.toContain("x".repeat(201));
  });

  test.each([
    ["truncated JSON", '{"items":[{"kind":"Po', "the answer of 21 bytes is not whole JSON"],
    ["nothing", "", "the answer of 0 bytes is not whole JSON"],
  ])("names request and size for %s", async (_name, body, text) => {
    const error = await failure(200, "application/json", body);
    expect(error).toMatchObject({ code: "UNEXPECTED_RESPONSE", cause: { code: "INVALID_JSON" } });
    expect(error.message).toContain(`GET /api/v1/pods: ${text}`);
  });

  test("does not take another type for JSON", async () => {
    const error = await failure(200, "application/vnd.kubernetes.protobuf", "k8s\0");
    expect(error).toMatchObject({ code: "UNEXPECTED_RESPONSE" });
    expect(error.message).toContain("the answer is application/vnd.kubernetes.protobuf, not JSON");
  });
});
