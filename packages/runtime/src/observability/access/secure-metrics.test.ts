import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as sendRequest } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { ManualClock } from "@kubewright/api";
import type { Client } from "@kubewright/client";
import { createAuthority } from "@kubewright/testing";
import { Registry } from "prom-client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HealthChecks } from "../health/health-checks.ts";
import { ObservabilityServer, type SecureServing } from "../health/observability-server.ts";
import { type Logger, silentLogger } from "../log/logger.ts";

let folder: string;
let open: ObservabilityServer[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubewright-metrics-"));
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((server) => server.stop({ timeoutMs: 0 })));
  await rm(folder, { recursive: true });
});

/** A cluster that knows one token, whose user may read the metrics. */
const reviews = {
  create: async (review: { spec: { token?: string } }) => {
    const { token } = review.spec;
    if (token === undefined) return { ...review, status: { allowed: true } };
    return { ...review, status: { authenticated: token === "good", user: { username: "prometheus" } } };
  },
} as unknown as Pick<Client, "create">;

async function start(secure: Partial<SecureServing> = {}, clock = new ManualClock(), log: Logger = silentLogger) {
  const server = new ObservabilityServer({
    metrics: { bindAddress: "127.0.0.1:0", registry: new Registry(), secure: { client: reviews, ...secure } },
    handlers: { "/debug/": (_, response) => void response.end("debug") },
    log,
    clock,
  });
  open.push(server);
  await server.start();
  return server;
}

/** What is answered, and by whom. */
function get(port: number, path: string, token?: string): Promise<{ status: number; issuer: string }> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, headers, agent: false, rejectUnauthorized: false };
    sendRequest(options, (response) => {
      const issuer = (response.socket as TLSSocket).getPeerCertificate().issuer.CN as string;
      response.resume().once("end", () => resolve({ status: response.statusCode ?? 0, issuer }));
    })
      .once("error", reject)
      .end();
  });
}

/** Into the folder. */
async function writePair(name: string): Promise<string> {
  const { cert, key } = createAuthority({ name }).issue({ commonName: "metrics", dnsNames: ["metrics"] });
  await writeFile(join(folder, "tls.crt"), cert);
  await writeFile(join(folder, "tls.key"), key);
  return folder;
}

describe("secure metrics", () => {
  test("are for those whom the cluster lets read them, as all that is mounted beside them", async () => {
    const { metricsPort: port = 0 } = await start();
    expect(await get(port, "/metrics", "good")).toEqual({ status: 200, issuer: "localhost" });
    expect(await get(port, "/metrics")).toMatchObject({ status: 401 });
    expect(await get(port, "/metrics", "bad")).toMatchObject({ status: 401 });
    expect(await get(port, "/debug/x", "good")).toMatchObject({ status: 200 });
    expect(await get(port, "/debug/x")).toMatchObject({ status: 401 });
    expect(await get(port, "/other")).toMatchObject({ status: 404 });
  });

  test.each([
    "/debug/public/../secret",
    "/debug/public/%2e%2E/secret",
    "/debug/public/..%2fsecret",
    "/debug/public/..%5csecret",
    "/debug/public\\..\\secret",
    "/debug/./secret",
    "/debug/public/..",
  ])("have nobody ask for %j: who may read one path does not get another one by it", async (path) => {
    const { metricsPort: port = 0 } = await start();
    expect(await get(port, path, "good")).toMatchObject({ status: 400 });
    expect(await get(port, "/debug/..x/.y", "good")).toMatchObject({ status: 200 });
  });

  test("are served with the certificate of files, and with the next one when those are replaced", async () => {
    const clock = new ManualClock();
    const lines: string[] = [];
    const log: Logger = {
      ...silentLogger,
      info: (_, message) => lines.push(message),
      warn: (_, message) => lines.push(message),
    };
    const server = await start({ certificateFolder: await writePair("first") }, clock, log);
    const { metricsPort: port = 0 } = server;
    expect(await get(port, "/metrics")).toMatchObject({ issuer: "first" });
    await writeFile(join(folder, "tls.crt"), "half written");
    clock.advance(10_000);
    expect(await get(port, "/metrics")).toMatchObject({ issuer: "first" });
    await writePair("second");
    clock.advance(10_000);
    expect(await get(port, "/metrics")).toMatchObject({ issuer: "second" });
    expect(lines).toEqual([
      "starting server",
      "a new certificate of the metrics cannot be used",
      "the certificate of the metrics was replaced",
    ]);
    await server.stop();
    await writePair("third");
    clock.advance(10_000);
    expect(lines).toHaveLength(3);
    await server.start();
    clock.advance(10_000);
    expect(await get(server.metricsPort!, "/metrics")).toMatchObject({ issuer: "third" });
  });

  test("have the cluster asked about so many tokens at once, and go on answering to those that it knows", async () => {
    const waiting: (() => void)[] = [];
    const client = {
      create: async (review: { spec: { token?: string } }) => {
        if (review.spec.token?.startsWith("guess")) await new Promise<void>((resolve) => waiting.push(resolve));
        return await reviews.create(review as never);
      },
    } as unknown as Pick<Client, "create">;
    const { metricsPort: port = 0 } = await start({ client });
    expect(await get(port, "/metrics", "good")).toMatchObject({ status: 200 });
    const guesses = Array.from({ length: 32 }, (_, index) => get(port, "/metrics", `guess-${index}`));
    await expect.poll(() => waiting.length).toBe(32);
    expect(await get(port, "/metrics", "one-more")).toMatchObject({ status: 429 });
    expect(await get(port, "/metrics", "good")).toMatchObject({ status: 200 });
    for (const answer of waiting) answer();
    for (const { status } of await Promise.all(guesses)) expect(status).toBe(401);
    expect(await get(port, "/metrics", "one-more")).toMatchObject({ status: 401 });
  });

  test("need files that can be read, and belong to each other", async () => {
    await expect(start({ certificateFolder: folder })).rejects.toMatchObject({
      code: "INVALID_SETUP",
      message: expect.stringMatching(/metrics\.certificateFolder ".*" should have tls\.crt and tls\.key: ENOENT/),
    });
    await writePair("first");
    await writeFile(join(folder, "tls.key"), "no key");
    await expect(start({ certificateFolder: folder })).rejects.toMatchObject({ code: "INVALID_SETUP" });
  });

  test("need an address that is not that of the probes", () => {
    const health = { health: new HealthChecks({ name: "healthz" }), ready: new HealthChecks({ name: "readyz" }) };
    const metrics = { bindAddress: ":8443", registry: new Registry(), secure: { client: reviews } };
    expect(() => new ObservabilityServer({ metrics, health: { bindAddress: ":8443", ...health } })).toThrow(
      "are one address, but secure metrics need one of their own",
    );
    expect(
      () =>
        new ObservabilityServer({ metrics: { ...metrics, bindAddress: "0" }, health: { bindAddress: "0", ...health } }),
    ).not.toThrow();
  });

  test("end while somebody has only just connected", async () => {
    const server = await start();
    const socket = connect({ host: "127.0.0.1", port: server.metricsPort! });
    await new Promise<void>((resolve) => socket.once("connect", resolve));
    // The server has seen this one after the one above.
    await get(server.metricsPort!, "/metrics");
    const closed = new Promise<void>((resolve) => socket.once("error", () => {}).once("close", () => resolve()));
    await server.stop({ timeoutMs: 60_000 });
    await closed;
  });
});
