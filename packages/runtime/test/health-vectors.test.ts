import { readFileSync } from "node:fs";
import { request } from "node:http";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HealthChecks } from "../src/observability/health/health-checks.ts";
import { ObservabilityServer } from "../src/observability/health/observability-server.ts";

interface Answer {
  /** By name: the error that a check gives, or "" for none. */
  readonly checks: Readonly<Record<string, string>>;
  readonly request: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** What `tools/vectors-runtime` recorded of controller-runtime's handler. */
const { answers } = JSON.parse(readFileSync(new URL("./vectors/healthz.json", import.meta.url), "utf8")) as {
  readonly answers: readonly Answer[];
};

describe.each(["healthz", "readyz"])("/%s answers as controller-runtime does", (endpoint) => {
  const servers = new Map<string, ObservabilityServer>();

  function checksOf(checks: Answer["checks"], name: string): HealthChecks {
    const all = new HealthChecks({ name });
    for (const [check, message] of Object.entries(checks)) {
      all.add(check, () => {
        if (message !== "") throw new Error(message);
      });
    }
    return all;
  }

  beforeAll(async () => {
    for (const { checks } of answers) {
      const key = JSON.stringify(checks);
      if (servers.has(key)) continue;
      const [health, ready] = [checksOf(checks, "healthz"), checksOf(checks, "readyz")];
      const server = new ObservabilityServer({
        metrics: { bindAddress: "0", registry: new Registry() },
        health: { bindAddress: "127.0.0.1:0", health, ready },
      });
      servers.set(key, server);
      await server.start();
    }
  });

  afterAll(async () => {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  });

  test.each(answers)("$request of $checks", async ({ checks, request: path, status, contentType, body }) => {
    const port = servers.get(JSON.stringify(checks))!.healthPort;
    // The URL class takes dots and dot-dots out of paths before they are sent; these come as they are.
    const answer = await get(port!, path.replace("/healthz", `/${endpoint}`));
    expect(answer).toEqual({
      status,
      contentType,
      // Its handler says "healthz" at either path; ours names the path, as the API server does.
      body: body.replace(/^healthz check/m, `${endpoint} check`),
    });
  });
});

function get(port: number, path: string): Promise<{ status: number; contentType: string; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request({ host: "127.0.0.1", port, path, agent: false }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (text: string) => {
        body += text;
      });
      response.on("end", () => {
        resolve({ status: response.statusCode!, contentType: response.headers["content-type"]!, body });
      });
    });
    call.on("error", reject);
    call.end();
  });
}
