import { forbiddenError } from "@kubewright/api";
import { ConfigMap } from "@kubewright/api/core/v1";
import { ClientError, type RequestObservation, responseOf } from "@kubewright/client";
import { Counter, Registry } from "prom-client";
import { describe, expect, test } from "vitest";
import { RequestGate, World } from "./manager-world.ts";

const health = { bindAddress: "127.0.0.1:0" };
const configMaps = ({ path }: { path: string }) => path.includes("/configmaps");

describe("/readyz", () => {
  test("fails until the watches have told of all that exists", async () => {
    const world = new World();
    const lists = new RequestGate(configMaps);
    lists.close();
    await using run = await world.manager({ health, intercept: lists.intercept });
    run.manager
      .controller("maps")
      .for(ConfigMap)
      .reconcile(async () => {});
    await run.start();
    expect(await run.ready()).toBe("internal server error: ConfigMap of v1 is not known in full yet");
    lists.open();
    await world.settle();
    expect(await run.ready()).toBe("ok");
  });

  test("fails when a watch cannot be opened again, and passes when it is", async () => {
    const world = new World();
    const watches = new RequestGate(configMaps);
    await using run = await world.manager({ health, intercept: watches.intercept });
    run.manager
      .controller("maps")
      .for(ConfigMap)
      .reconcile(async () => {});
    await run.start();
    watches.fail(() => new ClientError("CONNECTION_FAILED", "connection refused"));
    world.server.endWatches(new ClientError("CONNECTION_LOST", "connection reset"));
    await world.pass(25_000);
    expect(await run.ready()).toBe("ok");
    await world.pass(10_000);
    expect(await run.ready()).toMatch(/ConfigMap of v1 is not watched since 3\d s: connection refused$/);
    watches.open();
    await world.pass(60_000);
    expect(await run.ready()).toBe("ok");
  });

  test.each([
    { refusal: "the version is too old", code: 410, reason: "Expired" },
    { refusal: "watching is forbidden", code: 403, reason: "Forbidden" },
    { refusal: "the server is broken", code: 500, reason: "InternalError" },
  ])("fails all the time while lists work and watches do not ($code)", async ({ refusal, code, reason }) => {
    const world = new World();
    let isBroken = false;
    await using run = await world.manager({
      health,
      intercept: async (request, next) => {
        if (!isBroken || !configMaps(request) || !request.path.includes("watch=true")) return await next(request);
        const isStreamedList = request.path.includes("sendInitialEvents");
        const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message: refusal };
        const headers = { "content-type": "application/json" };
        return isStreamedList
          ? responseOf({ status: 422, headers, body: JSON.stringify({ ...status, code: 422, reason: "Invalid" }) })
          : responseOf({ status: code, headers, body: JSON.stringify({ ...status, code, reason }) });
      },
    });
    run.manager
      .controller("maps")
      .for(ConfigMap)
      .reconcile(async () => {});
    await run.start();
    expect(await run.ready()).toBe("ok");
    isBroken = true;
    world.server.endWatches();
    await world.pass(35_000);
    for (let look = 0; look < 20; look++) {
      expect(await run.ready()).toMatch(/ConfigMap of v1 is not watched since \d+ s/);
      await world.pass(5_000);
    }
    isBroken = false;
    await world.pass(60_000);
    expect(await run.ready()).toBe("ok");
  });

  test("says which permission is missing", async () => {
    const world = new World();
    const because = 'User "x" cannot list resource "configmaps" in API group "" at the cluster scope';
    const { status } = forbiddenError({ group: "", resource: "configmaps" }, "", because);
    const run = await world.manager({
      health,
      controllers: { cacheSyncTimeoutMs: 30_000 },
      intercept: async (request, next) =>
        configMaps(request)
          ? responseOf({ status: 403, headers: { "content-type": "application/json" }, body: JSON.stringify(status) })
          : await next(request),
    });
    run.manager
      .controller("maps")
      .for(ConfigMap)
      .reconcile(async () => {});
    await run.start();
    const marker = '// +kubebuilder:rbac:groups="",resources=configmaps,verbs=get;list;watch';
    expect(await run.ready()).toContain(marker);
    await world.pass(10_000);
    expect(run.lines.some(({ fields }) => fields.rbacMarker === marker)).toBe(true);
    await world.pass(20_000);
    await world.until(() => run.outcome !== undefined);
    expect(run.outcome?.error).toMatchObject({
      code: "CACHE_SYNC_TIMEOUT",
      message: expect.stringContaining(`ConfigMap of v1 was not known in full after 30 s: ${status.message}`),
    });
    expect(String(run.outcome?.error)).toContain(marker);
    expect([world.clock.pending, world.server.openWatches]).toEqual([0, 0]);
  });

  test("has the checks that are added, by name", async () => {
    const world = new World();
    await using run = await world.manager({ health });
    const check = run.manager.addReadyCheck("database", () => Promise.reject(new Error("not reached")));
    run.manager.addHealthCheck("loop", () => {});
    await run.start();
    expect(await run.ready("database")).toBe("internal server error: not reached");
    check[Symbol.dispose]();
    expect(await run.ready("database")).toBe("404 page not found");
    const answer = await fetch(`http://127.0.0.1:${run.manager.healthPort}/healthz?verbose`);
    expect(await answer.text()).toBe("[+]loop ok\n[+]ping ok\nhealthz check passed\n");
  });
});

describe("/metrics", () => {
  test("has further registries, and how long requests take, when told to", async () => {
    const world = new World();
    const registry = new Registry();
    new Counter({ name: "mine_total", help: "Mine", registers: [registry] }).inc();
    const own = { registries: [registry], requestDurations: true };
    await using run = await world.manager({ metrics: { ...health, ...own } });
    await run.start();
    run.manager.metrics.requests("host")({
      method: "GET",
      path: "/",
      outcome: { status: 200 },
      durationMs: 5,
      isStream: false,
    } as RequestObservation);
    const text = await (await fetch(`http://127.0.0.1:${run.manager.metricsPort}/metrics`)).text();
    expect(text).toContain("mine_total 1");
    expect(text).toContain('rest_client_request_duration_seconds_count{verb="GET",host="host"} 1');
  });

  test("tells of controllers and requests, beside what is served with it", async () => {
    const world = new World();
    await using run = await world.manager({ metrics: health });
    run.manager
      .controller("maps")
      .for(ConfigMap)
      .reconcile(async () => {});
    run.manager.serve("/debug", (_, response) => void response.end("hello"));
    await run.start();
    await world.client.create(ConfigMap.of({ metadata: { name: "a", namespace: "default" } }));
    await world.settle();
    const base = `http://127.0.0.1:${run.manager.metricsPort}`;
    const text = await (await fetch(`${base}/metrics`)).text();
    expect(text).toContain('controller_runtime_reconcile_total{controller="maps",result="success"} 1');
    expect(text).toContain('workqueue_adds_total{name="maps",controller="maps"} 1');
    expect(await (await fetch(`${base}/debug`)).text()).toBe("hello");
  });
});
