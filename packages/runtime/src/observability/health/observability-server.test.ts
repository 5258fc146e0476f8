import { createServer, request as sendRequest } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { ManualClock } from "@kubewright/api";
import { Counter, Registry } from "prom-client";
import { afterEach, describe, expect, test } from "vitest";
import { type Logger, silentLogger } from "../log/logger.ts";
import { HealthChecks } from "./health-checks.ts";
import { ObservabilityServer, type ObservabilityServerOptions } from "./observability-server.ts";

const open: ObservabilityServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.stop({ timeoutMs: 0 })));
});

function healthAt(bindAddress: string): NonNullable<ObservabilityServerOptions["health"]> {
  return {
    bindAddress,
    health: new HealthChecks({ name: "healthz" }),
    ready: new HealthChecks({ name: "readyz" }),
  };
}

async function start(options: ObservabilityServerOptions): Promise<ObservabilityServer> {
  const server = new ObservabilityServer(options);
  open.push(server);
  await server.start();
  return server;
}

/** One that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function fetchText(
  port: number | undefined,
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

test("the log says what is served where", async () => {
  const lines: unknown[] = [];
  const log: Logger = { ...silentLogger, info: (fields, message) => lines.push([message, fields]) };
  const server = await start({
    log,
    health: healthAt("127.0.0.1:0"),
    metrics: { bindAddress: "127.0.0.1:0", registry: new Registry() },
  });
  expect(lines).toEqual([
    ["starting server", { name: "metrics", addr: `127.0.0.1:${server.metricsPort}` }],
    ["starting server", { name: "health probe", addr: `127.0.0.1:${server.healthPort}` }],
  ]);
});

describe("/metrics", () => {
  test("shows the registry, with the process's metrics while it is served", async () => {
    const registry = new Registry();
    new Counter({ name: "mine_total", help: "Mine", registers: [registry] }).inc();
    const server = await start({ metrics: { bindAddress: "127.0.0.1:0", registry } });
    const { status, text, headers } = await fetchText(server.metricsPort, "/metrics?name=x");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(text).toContain("mine_total 1\n");
    expect(text).toContain("process_cpu_seconds_total");
    await server.stop();
    expect(await registry.metrics()).not.toContain("process_cpu_seconds_total");
  });

  test("shows what users set as the registry's form", async () => {
    const registry = new Registry();
    registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never);
    const server = await start({ metrics: { bindAddress: "127.0.0.1:0", registry } });
    const { text, headers } = await fetchText(server.metricsPort, "/metrics");
    expect(headers.get("content-type")).toContain("application/openmetrics-text");
    expect(text.endsWith("# EOF\n")).toBe(true);
  });

  test("shows further registries, but no name twice, before the end mark", async () => {
    const [registry, second, third] = [new Registry(), new Registry(), new Registry()];
    new Counter({ name: "both_total", help: "First", registers: [registry] }).inc();
    new Counter({ name: "both_total", help: "Second", registers: [second] }).inc(2);
    new Counter({ name: "more_total", help: "More", registers: [second] }).inc(3);
    new Counter({ name: "more_total", help: "More", registers: [third] }).inc(4);
    const server = await start({ metrics: { bindAddress: "127.0.0.1:0", registry, further: [second, third] } });
    const shown = async () => (await fetchText(server.metricsPort, "/metrics")).text;
    expect((await shown()).match(/^(both|more)_total .*$/gm)).toEqual(["both_total 1", "more_total 3"]);
    for (const each of [registry, second, third]) each.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never);
    expect(await shown()).toMatch(/^# TYPE more counter\nmore_total 3\n# EOF\n$/m);
  });

  test("answers HEAD without a body, and refuses other methods", async () => {
    const server = await start({ metrics: { bindAddress: "127.0.0.1:0", registry: new Registry() } });
    const head = await fetchText(server.metricsPort, "/metrics", { method: "HEAD" });
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(0);
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const refused = await fetchText(server.metricsPort, "/metrics", { method });
      expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
  });

  test("answers 500 when a metric cannot be collected, and works again afterwards", async () => {
    const registry = new Registry();
    let isBroken = true;
    new Counter({
      name: "mine_total",
      help: "Mine",
      registers: [registry],
      collect() {
        if (isBroken) throw new Error("no");
      },
    });
    const server = await start({ metrics: { bindAddress: "127.0.0.1:0", registry } });
    expect(await fetchText(server.metricsPort, "/metrics")).toMatchObject({
      status: 500,
      text: "internal server error\n",
    });
    isBroken = false;
    expect((await fetchText(server.metricsPort, "/metrics")).status).toBe(200);
  });
});

describe("/healthz and /readyz", () => {
  test("are served apart from the metrics", async () => {
    const registry = new Registry();
    const server = await start({
      metrics: { bindAddress: "127.0.0.1:0", registry },
      health: healthAt("localhost:0"),
    });
    expect(server.metricsPort).not.toBe(server.healthPort);
    expect((await fetchText(server.metricsPort, "/healthz")).status).toBe(404);
    expect((await fetchText(server.healthPort, "/metrics")).status).toBe(404);
    expect(await fetchText(server.healthPort, "/readyz/ping")).toMatchObject({ status: 200, text: "ok" });
    expect((await fetchText(server.healthPort, "/readyz", { method: "POST" })).status).toBe(405);
    expect(await fetchText(server.healthPort, "/readyz?verbose", { method: "HEAD" })).toMatchObject({ text: "" });
    expect((await fetchText(server.healthPort, "/readyzzz")).status).toBe(404);
  });

  test("are served beside the metrics where the address is the same", async () => {
    const registry = new Registry();
    const bindAddress = `127.0.0.1:${await freePort()}`;
    const server = await start({ metrics: { bindAddress, registry }, health: healthAt(bindAddress) });
    expect(server.metricsPort).toBe(server.healthPort);
    expect((await fetchText(server.metricsPort, "/healthz")).text).toBe("ok");
    expect((await fetchText(server.metricsPort, "/metrics")).status).toBe(200);
  });

  test("have a port of their own where both may have any", async () => {
    const anywhere = "127.0.0.1:0";
    const server = await start({
      metrics: { bindAddress: anywhere, registry: new Registry() },
      health: healthAt(anywhere),
    });
    expect(server.metricsPort).not.toBe(server.healthPort);
    expect((await fetchText(server.metricsPort, "/healthz")).status).toBe(404);
    expect((await fetchText(server.healthPort, "/healthz")).text).toBe("ok");
  });

  test("say that a check failed which threw something without a text", async () => {
    const health = healthAt("127.0.0.1:0");
    health.health.add("odd", () => Promise.reject(Object.create(null)));
    const { healthPort } = await start({ health });
    expect(await fetchText(healthPort, "/healthz/odd")).toMatchObject({
      status: 500,
      text: "internal server error: something that cannot be shown was thrown\n",
    });
  });

  test("answer 400 to a path that is none", async () => {
    const server = await start({ health: healthAt("127.0.0.1:0") });
    const status = await new Promise((resolve) => {
      sendRequest({ host: "127.0.0.1", port: server.healthPort, path: "/healthz/%zz", agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(status).toBe(400);
  });
});

describe("mounted handlers", () => {
  test("answer at their path, or below it, with any method", async () => {
    const server = await start({
      metrics: { bindAddress: "127.0.0.1:0", registry: new Registry() },
      handlers: { "/debug/": (_, response) => void response.end("below") },
    });
    server.mount("/debug/exact", async (call, response) => void response.end(`${call.method} exact`));
    expect((await fetchText(server.metricsPort, "/debug/a/b")).text).toBe("below");
    expect((await fetchText(server.metricsPort, "/debug/exact?x", { method: "POST" })).text).toBe("POST exact");
    expect((await fetchText(server.metricsPort, "/debug")).status).toBe(404);
  });

  test("that fail are answered with 500, and end no process", async () => {
    const server = await start({ metrics: { bindAddress: "127.0.0.1:0", registry: new Registry() } });
    server.mount("/throws", () => {
      throw new Error("no");
    });
    server.mount("/rejects-late", async (_, response) => {
      response.write("begun");
      throw new Error("no");
    });
    expect((await fetchText(server.metricsPort, "/throws")).status).toBe(500);
    await expect(fetchText(server.metricsPort, "/rejects-late")).rejects.toThrow();
    expect((await fetchText(server.metricsPort, "/metrics")).status).toBe(200);
  });

  test.each([
    ["/metrics", "something is served there"],
    ["/taken", "something is served there"],
    ["debug", "a path begins with a slash"],
  ])("cannot be at %s", (path, problem) => {
    const server = new ObservabilityServer({ handlers: { "/taken": () => {} } });
    expect(() => server.mount(path, () => {})).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENT", message: expect.stringContaining(problem) }),
    );
  });
});

describe("ObservabilityServer", () => {
  test("serves nothing where the address is 0", async () => {
    const registry = new Registry();
    const server = await start({ metrics: { bindAddress: "0", registry }, health: healthAt("0") });
    expect([server.metricsPort, server.healthPort]).toEqual([undefined, undefined]);
    expect(registry.getMetricsAsArray()).toEqual([]);
  });

  test("names option and address when a port is taken, and leaves nothing open", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(0, "127.0.0.1", resolve);
    });
    const taken = `127.0.0.1:${(other.address() as AddressInfo).port}`;
    const server = new ObservabilityServer({
      metrics: { bindAddress: "127.0.0.1:0", registry: new Registry() },
      health: healthAt(taken),
    });
    await expect(server.start()).rejects.toMatchObject({
      code: "INVALID_SETUP",
      message: `cannot listen on health.bindAddress "${taken}": another program listens there; choose another address, or stop that program`,
      cause: { code: "EADDRINUSE" },
    });
    expect(server.metricsPort).toBeUndefined();
    await new Promise((resolve) => {
      other.close(resolve);
    });
  });

  test("refuses an address that is none when it is made", () => {
    expect(() => new ObservabilityServer({ health: healthAt("8081") })).toThrow('health.bindAddress "8081"');
  });

  test("answers what is under way before it stops, and takes no new connections", async () => {
    const server = await start({ metrics: { bindAddress: "127.0.0.1:0", registry: new Registry() } });
    let answer: () => void = () => {};
    const arrived = new Promise<void>((resolve) => {
      server.mount("/slow", (_, response) => {
        answer = () => void response.end("done");
        resolve();
      });
    });
    const port = server.metricsPort;
    const slow = fetchText(port, "/slow");
    await arrived;
    const stopped = server.stop({ timeoutMs: Number.POSITIVE_INFINITY });
    await expect(fetchText(port, "/metrics")).rejects.toThrow();
    answer();
    expect((await slow).text).toBe("done");
    await stopped;
  });

  test("cuts off what takes longer than the stop may", async () => {
    const clock = new ManualClock();
    const server = await start({ metrics: { bindAddress: "127.0.0.1:0", registry: new Registry() }, clock });
    const arrived = new Promise<void>((resolve) => server.mount("/stuck", () => resolve()));
    const stuck = fetchText(server.metricsPort, "/stuck");
    await arrived;
    const stopped = server.stop({ timeoutMs: 1000 });
    clock.advance(1000);
    await expect(stuck).rejects.toThrow();
    await stopped;
    expect(clock.pending).toBe(0);
  });

  test.each([
    ["that was used", "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["that never was used", undefined],
  ])("does not wait for a connection %s", async (_, request) => {
    const server = await start({ metrics: { bindAddress: "127.0.0.1:0", registry: new Registry() } });
    const socket = await new Promise<Socket>((resolve) => {
      const made: Socket = connect(server.metricsPort!, "127.0.0.1", () => resolve(made));
    });
    const ended = new Promise((resolve) => socket.on("close", resolve));
    socket.on("error", () => {});
    if (request !== undefined) {
      socket.write(request);
      await new Promise((resolve) => socket.once("data", resolve));
    }
    // A time that never passes.
    await server.stop({ timeoutMs: Number.POSITIVE_INFINITY });
    await ended;
  });

  test("may be stopped twice, and before its start", async () => {
    const server = new ObservabilityServer({ metrics: { bindAddress: "127.0.0.1:0", registry: new Registry() } });
    await server.stop();
    await server.start();
    await server.stop();
    await server.stop();
    expect(server.metricsPort).toBeUndefined();
  });
});
