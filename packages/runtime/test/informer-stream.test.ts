import {
  expiredError,
  forbiddenError,
  internalError,
  isForbidden,
  StatusError,
  timeoutError,
  tooManyRequestsError,
  unauthorizedError,
} from "@kubewright/api";
import { type ApiRequest, ClientError, type Interceptor, type ResponseBody, responseOf } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import type { InformerMetrics } from "../src/observability/metric/component-metrics.ts";
import { InformerRig, showEvent, turn, Widget } from "./fixture/informer-rig.ts";

/** Answers with `error` for as long as `isOn`, and counts. */
class Outage {
  isOn = false;
  count = 0;
  error: () => unknown = () => new ClientError("CONNECTION_FAILED", "refused");
  applies: (request: ApiRequest) => boolean = () => true;
  readonly interceptor: Interceptor = async (request, next) => {
    if (!this.isOn || !this.applies(request)) return await next(request);
    this.count += 1;
    const error = this.error();
    if (!(error instanceof StatusError)) throw error;
    return responseOf({
      status: error.code,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(error.status),
    });
  };
}

const isWatch = ({ path }: ApiRequest): boolean => path.includes("watch=true");
const lost = (): ClientError => new ClientError("CONNECTION_LOST", "the connection was reset");

describe("the first list", () => {
  test("comes on the watch itself when the server can stream it", async () => {
    const rig = new InformerRig();
    await rig.write("a/x");
    rig.asked();
    await rig.start();
    expect(rig.asked()).toEqual(["widgets?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"]);
    expect(rig.known).toEqual(["a/x=1"]);
    expect(rig.informer.isSynced).toBe(true);
    expect(rig.phase).toBe("watching");
    await rig.write("a/y");
    expect(rig.known).toEqual(["a/x=1", "a/y=1"]);
  });

  test("comes in pages when the server refuses to stream it, and is not asked for another way again", async () => {
    const rig = new InformerRig({ hasWatchList: false, pageSize: 2 });
    await rig.writeAll("a/v", "a/w", "a/x", "a/y", "a/z");
    rig.asked();
    await rig.start();
    expect(rig.asked()).toEqual([
      "widgets?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
      "widgets?limit=2",
      "widgets?limit=2&continue=105:1",
      "widgets?limit=2&continue=105:2",
      "widgets?watch=true&resourceVersion=105",
    ]);
    expect(rig.known).toEqual(["a/v=1", "a/w=1", "a/x=1", "a/y=1", "a/z=1"]);
    expect(rig.phase).toBe("watching");

    rig.server.endWatches(lost());
    await rig.write("a/u");
    rig.server.compact();
    rig.asked();
    await rig.pass(10_000);
    expect(rig.asked()).toEqual([
      "widgets?watch=true&resourceVersion=105",
      "widgets?limit=2&resourceVersion=105&resourceVersionMatch=NotOlderThan",
      "widgets?limit=2&continue=106:3",
      "widgets?limit=2&continue=106:4",
      "widgets?watch=true&resourceVersion=106",
    ]);
  });

  test("is read without pages when the server forgets the pages on the way", async () => {
    let pages = 0;
    const rig: InformerRig = new InformerRig({
      useWatchList: false,
      pageSize: 2,
      interceptors: [
        async (request, next) => {
          if (request.path.includes("continue=") && ++pages === 2) {
            await rig.server.client().delete(Widget, "a/v");
            rig.server.compact();
          }
          return await next(request);
        },
      ],
    });
    const told: string[] = [];
    rig.informer.addHandler((event) => told.push(showEvent(event)));
    await rig.writeAll("a/v", "a/w", "a/x", "a/y", "a/z");
    rig.asked();
    await rig.start();
    expect(rig.asked().filter((line) => line.startsWith("widgets"))).toEqual([
      "widgets?limit=2",
      "widgets?limit=2&continue=105:1",
      "widgets?limit=2&continue=105:2",
      "widgets",
      "widgets?watch=true&resourceVersion=106",
    ]);
    expect(rig.known).toEqual(await rig.stored());
    expect(told).toEqual(["*a/v=1", "*a/w=1", "*a/x=1", "*a/y=1", "*a/z=1", "?a/v=1"]);
  });

  test("is tried again when it breaks off in the middle, and nothing is told twice", async () => {
    const outage = new Outage();
    outage.applies = ({ path }) => path.includes("continue=");
    outage.isOn = true;
    const rig = new InformerRig({ useWatchList: false, pageSize: 1, interceptors: [outage.interceptor] });
    const told: string[] = [];
    rig.informer.addHandler((event) => told.push(showEvent(event)));
    await rig.write("a/x");
    await rig.write("a/y");
    await rig.start();
    expect(rig.phase).toBe("backing-off");
    expect(rig.informer.isSynced).toBe(false);
    outage.isOn = false;
    await rig.pass(800);
    expect(rig.phase).toBe("watching");
    expect(rig.informer.isSynced).toBe(true);
    expect(told).toEqual(["*a/x=1", "*a/y=1"]);
  });

  test.each([
    { ends: "in good order", error: undefined },
    { ends: "with JSON that is no event", error: new ClientError("UNEXPECTED_RESPONSE", "what is this?") },
  ])("falls back to pages when the stream of it ends $ends before it is complete", async ({ error }) => {
    const rig: InformerRig = new InformerRig({
      interceptors: [
        async (request, next) => {
          const response = await next(request);
          if (request.path.includes("sendInitialEvents")) rig.server.endWatches(error);
          return request.path.includes("sendInitialEvents")
            ? { ...response, body: withoutBookmarks(response.body) }
            : response;
        },
      ],
    });
    await rig.write("a/x");
    rig.asked();
    await rig.start();
    expect(rig.phase).toBe("backing-off");
    await rig.pass(800);
    expect(rig.asked()).toEqual([
      "widgets?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
      "widgets?limit=500",
      "widgets?watch=true&resourceVersion=101",
    ]);
    expect(rig.known).toEqual(["a/x=1"]);
  });
});

describe("a watch", () => {
  test("that the server ends is opened again at once from the last version", async () => {
    const rig = new InformerRig();
    await rig.start();
    await rig.write("a/x");
    rig.asked();
    rig.server.endWatches();
    await turn();
    expect(rig.asked()).toEqual(["widgets?watch=true&resourceVersion=101"]);
    expect(rig.phase).toBe("watching");
    await rig.write("a/y");
    expect(rig.known).toEqual(["a/x=1", "a/y=1"]);
  });

  test("that is lost is opened again after a while, and what happened meanwhile is told", async () => {
    const rig = new InformerRig();
    await rig.start();
    await rig.write("a/x");
    const told: string[] = [];
    rig.informer.addHandler((event) => told.push(showEvent(event)));
    rig.asked();
    const error = lost();
    rig.server.endWatches(error);
    await turn();
    expect(rig.informer.states).toEqual([
      { phase: "backing-off", sinceMs: 0, unwatchedSinceMs: 0, isSynced: true, error },
    ]);
    await rig.write("a/x", 2);
    await rig.remove("a/x");
    rig.asked();
    await rig.pass(799);
    expect(rig.asked()).toEqual([]);
    await rig.pass(1);
    expect(rig.asked()).toEqual(["widgets?watch=true&resourceVersion=101"]);
    expect(told).toEqual(["*a/x=1", "~a/x=1>2", "-a/x=2"]);
    expect(rig.informer.states).toEqual([{ phase: "watching", sinceMs: 800, isSynced: true }]);
  });

  test("that ends as soon as it is open, again and again, does not keep what changes from being known", async () => {
    const empty = responseOf({ headers: { "content-type": "application/json" } });
    let isBroken = false;
    const rig = new InformerRig({
      interceptors: [
        async (request, next) =>
          isBroken && request.path.includes("watch=true") && !request.path.includes("sendInitialEvents")
            ? empty
            : await next(request),
      ],
      hasWatchList: false,
    });
    await rig.start();
    isBroken = true;
    rig.server.endWatches();
    await rig.write("a/x");
    await rig.pass(60_000);
    expect(rig.known).toEqual(["a/x=1"]);
    expect(rig.informer.states[0]?.unwatchedSinceMs).toBeLessThan(1_000);
    isBroken = false;
    await rig.pass(60_000);
    await rig.write("a/y");
    expect(rig.known).toEqual(["a/x=1", "a/y=1"]);
    expect(rig.informer.states[0]?.unwatchedSinceMs).toBeUndefined();
  });

  test("goes on from a bookmark", async () => {
    const rig = new InformerRig();
    await rig.start();
    await rig.server.client().create(Widget.of({ metadata: { name: "x", namespace: "other" } }));
    rig.server.bookmark();
    await turn();
    expect(rig.informer.resourceVersionOf()).toBe("101");
    rig.asked();
    rig.server.endWatches();
    await turn();
    expect(rig.asked()).toEqual(["widgets?watch=true&resourceVersion=101"]);
  });

  test("whose version is forgotten leads to a new list, which tells what was missed", async () => {
    const rig = new InformerRig();
    await rig.write("a/kept");
    await rig.write("a/changed");
    await rig.write("a/gone");
    await rig.write("a/reborn");
    await rig.start();
    const told: string[] = [];
    rig.informer.addHandler((event) => told.push(showEvent(event)));
    await turn();
    told.length = 0;
    rig.server.endWatches(lost());
    await rig.write("a/changed", 2);
    await rig.remove("a/gone");
    await rig.remove("a/reborn");
    await rig.write("a/reborn", 3);
    await rig.write("a/new");
    rig.server.compact();
    rig.asked();
    await rig.pass(10_000);
    expect(rig.asked()).toEqual([
      "widgets?watch=true&resourceVersion=104",
      "widgets?watch=true&resourceVersion=104&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
    ]);
    expect(told).toEqual(["~a/changed=1>2", "?a/reborn=1", "+a/reborn=3", "+a/new=1", "?a/gone=1"]);
    expect(rig.known).toEqual(await rig.stored());
    expect(rig.phase).toBe("watching");
  });

  test.each([
    { name: "has forgotten", error: () => expiredError("too old") },
    { name: "does not know yet", error: tooLargeError },
  ])("is preceded by a list of the newest state when the server $name the version that was seen", async ({ error }) => {
    const outage = new Outage();
    outage.error = error;
    outage.applies = ({ path }) => path.includes("resourceVersion=");
    const rig = new InformerRig({ interceptors: [outage.interceptor] });
    await rig.start();
    await rig.write("a/x");
    outage.isOn = true;
    rig.server.endWatches(lost());
    await turn();
    rig.asked();
    await rig.pass(5_000);
    expect(rig.asked()).toEqual(["widgets?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"]);
    expect(rig.phase).toBe("watching");
  });

  test("that tells something unreadable leads to a new list", async () => {
    const rig = new InformerRig();
    await rig.start();
    rig.server.endWatches(new ClientError("UNEXPECTED_RESPONSE", "an event that is not JSON"));
    rig.asked();
    await rig.pass(800);
    expect(rig.asked()).toEqual([
      "widgets?watch=true&resourceVersion=100&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
    ]);
  });

  test("that the server ends as soon as it is open, over and over, is not asked for in a tight loop", async () => {
    const rig: InformerRig = new InformerRig({
      interceptors: [
        async (request, next) => {
          const response = await next(request);
          rig.server.endWatches();
          return response;
        },
      ],
    });
    await rig.start();
    rig.asked();
    await rig.pass(60_000);
    const asked = rig.asked();
    expect(asked.length).toBeLessThan(10);
    expect(asked.length).toBeGreaterThan(4);
  });

  test("that fails three times with an answer of the server gives way to a list", async () => {
    const outage = new Outage();
    outage.error = () => internalError("cannot decode what is stored at this version");
    outage.applies = (request) => isWatch(request) && !request.path.includes("sendInitialEvents");
    const rig = new InformerRig({ interceptors: [outage.interceptor] });
    await rig.start();
    outage.isOn = true;
    rig.server.endWatches();
    rig.asked();
    await rig.pass(20_000);
    expect(outage.count).toBe(3);
    expect(rig.phase).toBe("watching");
  });
});

describe("a silent watch", () => {
  test("is dead after 150 s, once the server has sent a bookmark by itself", async () => {
    const rig = new InformerRig();
    await rig.start();
    rig.server.bookmark();
    await turn();
    rig.asked();
    await rig.pass(149_900);
    expect(rig.phase).toBe("watching");
    await rig.pass(100);
    expect(rig.informer.states[0]).toMatchObject({ phase: "backing-off", error: { code: "WATCH_STALLED" } });
    expect(rig.server.openWatches).toBe(0);
    await rig.pass(800);
    expect(rig.asked()).toEqual(["widgets?watch=true&resourceVersion=100"]);
    expect(rig.phase).toBe("watching");
  });

  test("lives as long as something is told", async () => {
    const rig = new InformerRig();
    await rig.start();
    rig.asked();
    for (let minute = 0; minute < 10; minute++) {
      rig.server.bookmark();
      await rig.pass(60_000, 1_000);
    }
    expect(rig.asked()).toEqual([]);
  });

  test("is given the whole time of the watch by a server that sends no bookmarks", async () => {
    const rig = new InformerRig();
    await rig.start();
    rig.asked();
    await rig.pass(309_000, 1_000);
    expect(rig.asked()).toEqual([]);
    await rig.pass(3_000);
    expect(rig.asked()).toEqual(["widgets?watch=true&resourceVersion=100"]);
  });

  test("is dead after the time that was set", async () => {
    const rig = new InformerRig({ idleTimeoutMs: 5_000 });
    await rig.start();
    rig.asked();
    await rig.pass(4_900);
    expect(rig.phase).toBe("watching");
    await rig.pass(100);
    expect(rig.phase).toBe("backing-off");
  });

  test("that never completes the first list is replaced by pages", async () => {
    const rig: InformerRig = new InformerRig({
      interceptors: [
        async (request, next) => {
          const response = await next(request);
          return request.path.includes("sendInitialEvents")
            ? { ...response, body: withoutBookmarks(response.body) }
            : response;
        },
      ],
    });
    await rig.write("a/x");
    await rig.start();
    rig.asked();
    await rig.pass(29_900);
    expect(rig.phase).toBe("listing");
    await rig.pass(1_000);
    expect(rig.asked()).toEqual(["widgets?limit=500", "widgets?watch=true&resourceVersion=101"]);
    expect(rig.informer.isSynced).toBe(true);
  });
});

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

describe("stopping", () => {
  test.each<{ during: string; options: object; isBroken?: boolean }>([
    { during: "a watch", options: {} },
    { during: "a watch with a deadline", options: { idleTimeoutMs: 5_000 } },
    { during: "back-off", options: {}, isBroken: true },
    { during: "the wait for a kind", options: { isServed: false } },
    { during: "the time until a resync", options: { resyncMs: 1_000 } },
  ])("during $during leaves no timer and no watch", async ({ options, isBroken = false }) => {
    const outage = new Outage();
    outage.isOn = isBroken;
    const rig = new InformerRig({ ...options, interceptors: [outage.interceptor] });
    const told: string[] = [];
    rig.informer.addHandler((event) => told.push(showEvent(event)));
    await rig.start();
    await rig.informer.stop();
    expect(rig.clock.pending).toBe(0);
    expect(rig.server.openWatches).toBe(0);
    expect(rig.phase).toBe("stopped");
    expect(told).toEqual([]);
    expect(() => rig.informer.start()).toThrow(expect.objectContaining({ code: "STOPPED" }));
  });

  test("at the moment when it is synced closes the watch that is open", async () => {
    const rig = new InformerRig();
    rig.informer.onStateChange(({ isSynced }) => void (isSynced && rig.informer.stop()));
    await rig.start();
    await rig.informer.stop();
    expect(rig.clock.pending).toBe(0);
    expect(rig.server.openWatches).toBe(0);
  });

  test("while an answer is waited for ends the wait", async () => {
    const rig = new InformerRig({
      useWatchList: false,
      interceptors: [
        (request) =>
          new Promise((_, reject) => request.signal!.addEventListener("abort", () => reject(request.signal!.reason))),
      ],
    });
    await rig.start();
    expect(rig.phase).toBe("listing");
    const synced = rig.informer.whenSynced();
    const error = expect(synced).rejects.toMatchObject({ code: "STOPPED" });
    await rig.informer.stop();
    await error;
    expect(rig.phase).toBe("stopped");
  });
});

function tooLargeError(): StatusError {
  const { status } = timeoutError("Too large resource version: 9, current: 8", 1);
  const causes = [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }];
  return new StatusError({ ...status, details: { ...status.details, causes } });
}

function withoutBookmarks(body: ResponseBody): ResponseBody {
  return {
    text: () => body.text(),
    cancel: () => body.cancel(),
    async *[Symbol.asyncIterator]() {
      for await (const chunk of body) if (!Buffer.from(chunk).includes("BOOKMARK")) yield chunk;
    },
  };
}
