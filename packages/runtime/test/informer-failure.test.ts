import { forbiddenError, isForbidden, tooManyRequestsError, unauthorizedError } from "@kubewright/api";
import { ClientError, responseOf } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import type { InformerMetrics } from "../src/observability/metric/component-metrics.ts";
import { InformerRig, showEvent, turn, Widget } from "./fixture/informer-rig.ts";
import { Outage } from "./fixture/outage.ts";

const lost = (): ClientError => new ClientError("CONNECTION_LOST", "the connection was reset");

describe("a kind that is not served", () => {
  const missing = "warn: the server does not serve this kind: waiting for its CustomResourceDefinition";

  test("is waited for, and said once", async () => {
    const rig = new InformerRig({ isServed: false });
    await rig.start();
    expect(rig.informer.states[0]).toMatchObject({
      phase: "missing",
      isSynced: false,
      error: { code: "UNKNOWN_KIND" },
    });
    rig.asked();
    await rig.pass(120_000);
    expect(rig.informer.states[0]).toMatchObject({ phase: "missing", sinceMs: 0 });
    // At first after 0.8, 1.6 and 3.2 seconds, then every five: half of the ten are by chance.
    expect(rig.asked().length).toBe(25);
    expect(rig.log.from("info")).toEqual([missing]);

    rig.server.serve(Widget);
    await rig.write("a/x");
    await rig.pass(10_000);
    expect(rig.phase).toBe("watching");
    expect(rig.known).toEqual(["a/x=1"]);
    expect(rig.informer.isSynced).toBe(true);
    expect(rig.log.from("info")).toEqual([missing, "info: list and watch work again"]);
  });

  test("is said again after ten minutes", async () => {
    const rig = new InformerRig({ isServed: false });
    await rig.start();
    await rig.pass(590_000, 1_000);
    expect(rig.log.from("info")).toEqual([missing]);
    await rig.pass(20_000, 1_000);
    expect(rig.log.from("info")).toEqual([missing, missing]);
  });

  test("any more has no objects any more, and comes back with those it then has", async () => {
    const rig = new InformerRig();
    await rig.write("a/x");
    await rig.start();
    const told: string[] = [];
    rig.informer.addHandler((event) => told.push(showEvent(event)));
    rig.server.unserve(Widget);
    await turn();
    await rig.pass(800);
    expect(rig.phase).toBe("missing");
    expect(rig.informer.isSynced).toBe(true);
    expect(rig.known).toEqual([]);
    await rig.pass(60_000);
    rig.server.serve(Widget);
    await rig.write("a/y", 2);
    await rig.pass(10_000);
    expect(rig.phase).toBe("watching");
    expect(told).toEqual(["*a/x=1", "?a/x=1", "+a/y=2"]);
    await rig.write("a/y", 3);
    expect(told.at(-1)).toBe("~a/y=2>3");
  });

  test("keeps its objects when only something in between says so", async () => {
    let isBroken = false;
    const rig = new InformerRig({
      interceptors: [
        async (request, next) =>
          isBroken
            ? responseOf({ status: 404, headers: { "content-type": "text/html" }, body: "<html>no such page</html>" })
            : await next(request),
      ],
    });
    await rig.write("a/x");
    await rig.start();
    const told: string[] = [];
    rig.informer.addHandler((event) => told.push(showEvent(event)));
    isBroken = true;
    rig.server.endWatches(lost());
    await rig.pass(30_000);
    expect(rig.phase).toBe("missing");
    expect(rig.known).toEqual(["a/x=1"]);
    isBroken = false;
    await rig.pass(10_000);
    expect(rig.phase).toBe("watching");
    expect(told).toEqual(["*a/x=1"]);
  });
});

describe("a refusal", () => {
  test("is kept in the state until permission is given", async () => {
    const outage = new Outage();
    outage.error = () => forbiddenError({ group: "example.com", resource: "widgets" }, "", "no");
    outage.isOn = true;
    const rig = new InformerRig({ interceptors: [outage.interceptor] });
    await rig.write("a/x").catch(() => {});
    await rig.start();
    const [state] = rig.informer.states;
    expect(state).toMatchObject({ phase: "backing-off", isSynced: false });
    expect(isForbidden(state!.error)).toBe(true);
    await rig.pass(100_000);
    expect(rig.log.from("warn")).toEqual(["warn: no permission to list or watch this kind"]);
    outage.isOn = false;
    await rig.pass(30_000);
    expect(rig.informer.states[0]).toMatchObject({ phase: "watching", isSynced: true });
    expect(rig.informer.states[0]).not.toHaveProperty("error");
  });

  const refused = 'User "u" cannot list resource "widgets" in API group "example.com" at the cluster scope';

  test.each([
    {
      error: forbiddenError({ group: "example.com", resource: "widgets" }, "", refused),
      reason: "forbidden",
      message: "no permission to list or watch this kind",
      rbacMarker: "// +kubebuilder:rbac:groups=example.com,resources=widgets,verbs=get;list;watch",
    },
    {
      error: unauthorizedError("who are you?"),
      reason: "unauthorized",
      message: "the server does not accept the credentials",
    },
  ])("is logged and counted as $reason", async ({ error, message, ...fields }) => {
    const outage = new Outage();
    outage.error = () => error;
    outage.isOn = true;
    const failures: string[] = [];
    const nothing = (): void => {};
    const metrics: InformerMetrics = {
      objects: nothing,
      listed: nothing,
      synced: nothing,
      watchAlive: nothing,
      failed: (reason) => void failures.push(reason),
      event: nothing,
      stopped: nothing,
    };
    const rig = new InformerRig({ interceptors: [outage.interceptor], metrics });
    await rig.start();
    expect(rig.log.lines).toMatchObject([{ level: "warn", message, fields }]);
    expect(failures).toEqual([fields.reason]);
  });

  test("with Retry-After is not asked about before that", async () => {
    const outage = new Outage();
    outage.error = () => tooManyRequestsError("busy", 7);
    outage.isOn = true;
    const rig = new InformerRig({ interceptors: [outage.interceptor] });
    await rig.start();
    expect(outage.count).toBe(1);
    await rig.pass(6_900);
    expect(outage.count).toBe(1);
    await rig.pass(100);
    expect(outage.count).toBe(2);
  });
});

describe("a client that is closed", () => {
  const closed = {
    lines: ["error: the client was closed before the informer: it hears of no change any more"],
    states: [{ phase: "stopped", error: { code: "CLOSED" } }],
  };

  test("ends the informer, which keeps what it knows", async () => {
    const rig = new InformerRig();
    await rig.write("a/x");
    await rig.start();
    await rig.server.close();
    await rig.pass(60_000, 1_000);
    expect(rig.log.from("warn")).toEqual(closed.lines);
    expect(rig.informer.states).toMatchObject([{ ...closed.states[0], isSynced: true }]);
    expect(rig.known).toEqual(["a/x=1"]);
    expect(rig.clock.pending).toBe(0);
    await rig.informer.whenSynced();
  });

  test("ends the wait for an informer that is not synced", async () => {
    const rig = new InformerRig();
    await rig.server.close();
    const waiting = expect(rig.informer.whenSynced()).rejects.toMatchObject({
      code: "STOPPED",
      message: "the informer of Widget ended: the server is closed",
      cause: { code: "CLOSED" },
    });
    await rig.start();
    await waiting;
    expect(rig.log.from("warn")).toEqual(closed.lines);
    expect(rig.clock.pending).toBe(0);
  });
});

describe("back-off", () => {
  test("doubles up to its maximum, and begins anew after two healthy minutes", async () => {
    const outage = new Outage();
    outage.isOn = true;
    const attempts: number[] = [];
    const rig: InformerRig = new InformerRig({
      interceptors: [
        async (request, next) => {
          attempts.push(rig.clock.monotonic());
          return await outage.interceptor(request, next);
        },
      ],
    });
    await rig.start();
    await rig.pass(70_000);
    const delays = attempts.slice(1).map((at, index) => at - attempts[index]!);
    expect(delays).toEqual([800, 1_600, 3_200, 6_400, 12_800, 15_000, 15_000, 15_000]);
    outage.isOn = false;
    await rig.pass(15_000);
    expect(rig.phase).toBe("watching");
    await rig.pass(120_000, 1_000);
    attempts.length = 0;
    rig.server.endWatches(lost());
    await rig.pass(800);
    expect(attempts.length).toBe(1);
  });

  test("of one watch does not slow another", async () => {
    const outage = new Outage();
    outage.applies = ({ path }) => path.includes("/namespaces/sick/");
    outage.isOn = true;
    const rig = new InformerRig({ namespaces: ["sick", "well"], interceptors: [outage.interceptor] });
    await rig.start();
    await rig.pass(60_000);
    expect(rig.informer.states.map(({ namespace, phase }) => `${namespace} ${phase}`)).toEqual([
      "sick backing-off",
      "well watching",
    ]);
    rig.server.endWatches(lost());
    await rig.pass(800);
    expect(rig.informer.states[1]).toMatchObject({ phase: "watching" });
    await rig.write("well/x");
    expect(rig.known).toEqual(["well/x=1"]);
    expect(rig.informer.isSynced).toBe(false);
  });
});
