import { expiredError, internalError, StatusError, timeoutError } from "@kubewright/api";
import { ClientError, type Interceptor, responseOf } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { InformerRig, showEvent, turn, Widget } from "./fixture/informer-rig.ts";
import { isWatch, Outage } from "./fixture/outage.ts";
import { withoutBookmarks } from "./fixture/without-bookmarks.ts";

const lost = (): ClientError => new ClientError("CONNECTION_LOST", "the connection was reset");

describe("a watch", () => {
  test.each([
    { asked: {}, random: 0, seconds: 300 },
    { asked: {}, random: 0.5, seconds: 450 },
    { asked: { minWatchMs: 2500 }, random: 0, seconds: 2 },
    { asked: { minWatchMs: 10 }, random: 0, seconds: 1 },
  ])("of $asked lasts $seconds s where chance is $random", async ({ asked, random, seconds }) => {
    const paths: string[] = [];
    const see: Interceptor = (request, next) => {
      paths.push(request.path);
      return next(request);
    };
    const rig = new InformerRig({ ...asked, random: () => random, interceptors: [see] });
    await rig.start();
    expect(paths[0]).toMatch(new RegExp(`[?&]timeoutSeconds=${seconds}(&|$)`));
  });

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
