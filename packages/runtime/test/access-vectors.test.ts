import { readFileSync } from "node:fs";
import { request as sendRequest } from "node:http";
import type { GroupVersionKind } from "@kubewright/api";
import {
  ApiClient,
  type ApiRequest,
  type ApiResponse,
  type Discovery,
  responseOf,
  systemClock,
  type Transport,
} from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { RequestGuard } from "../src/observability/access/request-guard.ts";
import { HttpListener } from "../src/observability/health/http-listener.ts";
import { silentLogger } from "../src/observability/log/logger.ts";

interface Answer {
  readonly method: string;
  readonly request: string;
  /** Null: without one. */
  readonly authorization: string | null;
  readonly reviews: readonly { readonly path: string; readonly spec: object }[];
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** What `tools/vectors-runtime` recorded of controller-runtime's filter: what the server says of tokens and users, and what comes of it. */
const { tokens, users, answers } = JSON.parse(
  readFileSync(new URL("vectors/access.json", import.meta.url), "utf8"),
) as {
  readonly tokens: Readonly<Record<string, object>>;
  readonly users: Readonly<Record<string, object>>;
  readonly answers: readonly Answer[];
};

/** A token that is not valid is no failure of the server: 401, where controller-runtime answers 500 and logs an error. */
const deviations: Readonly<Record<string, Pick<Answer, "status" | "body">>> = {
  "Bearer wrong": { status: 401, body: "Unauthorized\n" },
  "Bearer broken": { status: 401, body: "Unauthorized\n" },
};

/** The server that the recording was made with. */
class ReviewServer implements Transport {
  readonly reviews: { path: string; spec: object }[] = [];

  async send({ path, body }: ApiRequest): Promise<ApiResponse> {
    const review = JSON.parse(body!) as { spec: { token?: string; user?: string } };
    this.reviews.push({ path, spec: review.spec });
    const { token, user = "" } = review.spec;
    const status = token === undefined ? users[user] : tokens[token];
    const headers = { "content-type": "application/json" };
    if (status !== undefined) return responseOf({ status: 201, headers, body: JSON.stringify({ ...review, status }) });
    const refusal = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Forbidden", code: 403 };
    return responseOf({ status: 403, headers, body: JSON.stringify({ ...refusal, message: "not you" }) });
  }

  async close(): Promise<void> {}
}

/** What the server would tell of its kinds; nothing else is asked. */
const discovery = {
  resourceFor: async ({ group, version, kind }: GroupVersionKind) => ({
    ...{ group, version, kind, resource: `${kind.toLowerCase()}s`, scope: "Cluster", verbs: ["create"] },
  }),
} as unknown as Discovery;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly authorization?: string | undefined;
}

/** Asks a guarded handler, over HTTP. */
async function ask(
  server: ReviewServer,
  { method, path, authorization }: Sent,
): Promise<Pick<Answer, "status" | "contentType" | "body">> {
  const client = new ApiClient({ transport: server, discovery });
  const guard = new RequestGuard({ client, log: silentLogger, clock: systemClock });
  const handler = guard.protect((_, response) => {
    response.setHeader("content-type", "text/plain; charset=utf-8");
    response.end("metrics");
  });
  const listener = new HttpListener({
    address: { host: "127.0.0.1", port: 0 },
    described: "a test",
    route: () => handler,
    log: silentLogger,
    clock: systemClock,
  });
  await listener.listen();
  try {
    return await new Promise((resolve, reject) => {
      const { port } = listener;
      const headers = authorization === undefined ? {} : { authorization };
      sendRequest({ host: "127.0.0.1", port, method, path, headers, agent: false }, (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          body += chunk;
        });
        response.once("end", () =>
          resolve({ status: response.statusCode ?? 0, contentType: response.headers["content-type"] ?? "", body }),
        );
      })
        .once("error", reject)
        .end();
    });
  } finally {
    await listener.close(0);
    await client.close();
  }
}

describe("a guarded path asks and answers as controller-runtime's does", () => {
  test.each(answers)("$method $request with $authorization", async (answer) => {
    const { method, request: path, authorization, reviews, contentType } = answer;
    const server = new ReviewServer();
    const { status, body } = deviations[authorization ?? ""] ?? answer;
    const got = await ask(server, { method, path, authorization: authorization ?? undefined });
    // To HEAD, the handler that was recorded wrote a body, which no server sends.
    expect(got).toEqual({ status, contentType, body: method === "HEAD" ? "" : body });
    expect(server.reviews).toEqual(reviews);
  });

  test("with paths that cannot be read, which controller-runtime never sees", async () => {
    const server = new ReviewServer();
    expect(await ask(server, { method: "GET", path: "/%zz", authorization: "Bearer reader" })).toMatchObject({
      status: 400,
    });
    expect(server.reviews).toEqual([]);
  });
});
