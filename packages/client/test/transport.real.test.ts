import { isRequestEntityTooLarge, isUnauthorized } from "@kubewright/api";
import { type ApiRequest, decode, HttpsTransport, type Presentation } from "@kubewright/client";
import { type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureOf } from "./transport-fixture.ts";

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer();
});
afterAll(() => server[Symbol.asyncDispose]());

function open(presentation: Presentation = { certificate: server.admin }, disableCompression = false): HttpsTransport {
  return new HttpsTransport({
    server: server.url,
    namespace: "default",
    certificateAuthority: { pem: async () => server.caCertificate },
    credential: { present: async () => presentation, reject: () => false },
    disableCompression,
  });
}

function create(name: string, size: number): ApiRequest {
  return {
    method: "POST",
    path: "/api/v1/namespaces/default/configmaps",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { text: "x".repeat(size) } }),
  };
}

async function call(transport: HttpsTransport, request: ApiRequest): Promise<unknown> {
  return decode(request, await transport.send(request));
}

describe("HttpsTransport and a real API server", () => {
  test("create and read over one connection", async () => {
    await using transport = open();
    expect(await call(transport, create("small", 10))).toMatchObject({
      kind: "ConfigMap",
      metadata: { name: "small" },
    });
    const path = "/api/v1/namespaces/default/configmaps/small";
    expect(await call(transport, { method: "GET", path })).toMatchObject({ data: { text: "x".repeat(10) } });
    expect(await call(transport, { method: "DELETE", path })).toMatchObject({ kind: "Status", status: "Success" });
  });

  test("the server compresses large answers, and they read the same", async () => {
    await using transport = open();
    await using plain = open({ certificate: server.admin }, true);
    await call(transport, create("large", 500_000));
    const request: ApiRequest = { method: "GET", path: "/api/v1/namespaces/default/configmaps/large" };
    const zipped = await transport.send(request);
    expect(zipped.headers.get("content-encoding")).toEqual(["gzip"]);
    expect(await decode(request, zipped)).toEqual(await call(plain, request));
  });

  test("an object of more than 3 MiB is refused with the limit", async () => {
    await using transport = open();
    const error = await failureOf(call(transport, create("huge", 3 << 20)));
    expect(isRequestEntityTooLarge(error)).toBe(true);
    expect(error.message).toContain("limit is 3145728");
  });

  test("a token that the server does not know is a 401", async () => {
    await using transport = open({ headers: { authorization: "Bearer unknown" } });
    const error = await failureOf(call(transport, { method: "GET", path: "/api/v1/pods" }));
    expect(isUnauthorized(error)).toBe(true);
  });

  test("a watch gives events as they happen, and its abort ends it", async () => {
    await using transport = open();
    const controller = new AbortController();
    const { body } = await transport.send({
      method: "GET",
      path: "/api/v1/namespaces/default/configmaps?watch=true&fieldSelector=metadata.name%3Dwatched",
      isStream: true,
      signal: controller.signal,
    });
    await call(transport, create("watched", 10));
    let text = "";
    const error = await failureOf(
      (async () => {
        for await (const chunk of body) {
          text += Buffer.from(chunk).toString();
          if (text.endsWith("\n")) controller.abort(new Error("enough"));
        }
      })(),
    );
    expect(error.message).toBe("enough");
    expect(JSON.parse(text)).toMatchObject({ type: "ADDED", object: { metadata: { name: "watched" } } });
  });

  test("a hundred requests at once are all answered", async () => {
    await using transport = open();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => call(transport, { method: "GET", path: "/api/v1/namespaces/default" })),
    );
    expect(answers.every((answer) => (answer as { kind: string }).kind === "Namespace")).toBe(true);
  });

  test("plain HTTP to the TLS port is a failure that quotes the server", async () => {
    await using transport = new HttpsTransport({
      server: server.url.replace("https:", "http:"),
      namespace: "default",
      credential: { present: async () => ({}), reject: () => false },
    });
    const error = await failureOf(call(transport, { method: "GET", path: "/api/v1/pods" }));
    expect(error.message).toContain("Client sent an HTTP request to an HTTPS server");
  });
});
