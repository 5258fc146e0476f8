import { badRequestError, forbiddenError, notFoundError, StatusError, tooManyRequestsError } from "@kubewright/api";
import { Node, type Pod } from "@kubewright/api/core/v1";
import { ClientError } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { RuntimeError } from "../src/errors.ts";
import { EventRig, pod } from "./event-rig.ts";

const minute = 60_000;
const refused = new ClientError("CONNECTION_FAILED", "refused");

describe("an event", () => {
  test("says all that the server wants to know", async () => {
    const rig = new EventRig();
    rig.recorder.warning(pod, { reason: "FailedMount", note: "no volume", fieldPath: "spec.volumes{data}" });
    await rig.settle();
    const [event] = await rig.events();
    expect(event).toEqual({
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      metadata: expect.objectContaining({ name: expect.stringMatching(/^web\.[0-9a-f]{16}$/), namespace: "shop" }),
      eventTime: "2026-01-01T00:00:00.000000Z",
      type: "Warning",
      reason: "FailedMount",
      action: "FailedMount",
      note: "no volume",
      regarding: {
        apiVersion: "v1",
        kind: "Pod",
        namespace: "shop",
        name: "web",
        uid: "u-1",
        resourceVersion: "7",
        fieldPath: "spec.volumes{data}",
      },
      reportingController: "memcached",
      reportingInstance: "memcached-host-1",
    });
  });

  test("about a cluster-scoped object is in the namespace default", async () => {
    const rig = new EventRig();
    const node = Node.of({ metadata: { name: "n-1" } });
    rig.recorder.normal(node, {
      reason: "Ready",
      action: "Registering",
      note: "",
      related: pod,
      annotations: { a: "b" },
    });
    await rig.settle();
    const [event] = await rig.events();
    expect(event).toMatchObject({
      metadata: { namespace: "default", annotations: { a: "b" } },
      type: "Normal",
      action: "Registering",
      related: { kind: "Pod", name: "web" },
    });
    expect(event!.regarding).toEqual({ apiVersion: "v1", kind: "Node", name: "n-1" });
  });

  test("is recorded without waiting, and sent in order", async () => {
    const rig = new EventRig();
    for (const reason of ["A", "B", "C"]) rig.recorder.normal(pod, { reason, note: reason });
    expect(rig.sent()).toEqual([]);
    await rig.settle();
    expect((await rig.events()).map(({ reason }) => reason)).toEqual(["A", "B", "C"]);
    expect(await rig.count("sent")).toBe(3);
    expect(await rig.count("recorded", { type: "Normal" })).toBe(3);
  });

  test("that makes no sense is logged, and throws nothing", async () => {
    const rig = new EventRig();
    expect(() => rig.recorder.normal({} as Pod, { reason: "A", note: "" })).not.toThrow();
    expect(() => rig.recorder.normal(pod, undefined as never)).not.toThrow();
    await rig.settle();
    expect(rig.sent()).toEqual([]);
    expect(rig.lines).toEqual([
      expect.stringContaining("warn event cannot be recorded"),
      expect.stringContaining("warn event cannot be recorded"),
    ]);
  });

  test("cannot name a controller that the server would refuse", () => {
    expect(() => new EventRig().broadcaster.recorder("my controller")).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENT", message: expect.stringContaining('"my controller"') }),
    );
  });
});

describe("a series", () => {
  const failed = { reason: "Failed", note: "no" };

  test("begins with the second of two equal events, and is told then", async () => {
    const rig = new EventRig();
    rig.recorder.normal(pod, failed);
    await rig.pass(minute);
    rig.sent();
    rig.recorder.normal({ ...pod, metadata: { ...pod.metadata, resourceVersion: "8" } }, failed);
    await rig.settle();
    expect(rig.sent()).toEqual([expect.stringMatching(/^PATCH shop\/events\/web\.[0-9a-f]+\?fieldManager=test$/)]);
    expect(await rig.events()).toMatchObject([
      {
        eventTime: "2026-01-01T00:00:00.000000Z",
        series: { count: 2, lastObservedTime: "2026-01-01T00:01:00.000000Z" },
      },
    ]);
  });

  test("is counted in silence, and told when it ended: six minutes after the last", async () => {
    const rig = new EventRig();
    for (let i = 0; i < 5; i++) {
      rig.recorder.normal(pod, failed);
      await rig.pass(minute);
    }
    expect(rig.sent()).toHaveLength(2);
    await rig.pass(5 * minute - 1);
    expect(rig.sent()).toEqual([]);
    await rig.pass(1);
    expect(rig.sent()).toHaveLength(1);
    expect(await rig.events()).toMatchObject([
      { series: { count: 5, lastObservedTime: "2026-01-01T00:04:00.000000Z" } },
    ]);
    expect(rig.clock.pending).toBe(0);
  });

  test("is followed by a new event once it ended", async () => {
    const rig = new EventRig();
    rig.recorder.normal(pod, failed);
    rig.recorder.normal(pod, failed);
    await rig.pass(6 * minute);
    rig.recorder.normal(pod, failed);
    await rig.settle();
    expect((await rig.events()).map(({ series }) => series?.count)).toEqual([2, undefined]);
  });

  test.each([
    ["is begun by an event that comes six minutes later", 6 * minute, [2]],
    ["is not begun by an event that comes later than that", 6 * minute + 1, [undefined, undefined]],
  ])("%s", async (_, delayMs, counts) => {
    const rig = new EventRig();
    rig.recorder.normal(pod, failed);
    await rig.pass(delayMs);
    rig.recorder.normal(pod, failed);
    await rig.settle();
    expect((await rig.events()).map(({ series }) => series?.count)).toEqual(counts);
  });

  test("that goes on is told every half hour, so that the server does not forget it", async () => {
    const rig = new EventRig();
    const patches: number[] = [];
    rig.onRequest = ({ method }) => {
      if (method === "PATCH") patches.push(rig.clock.monotonic() / minute);
    };
    for (let i = 0; i < 70; i++) {
      rig.recorder.normal(pod, failed);
      await rig.pass(minute);
    }
    expect(patches).toEqual([1, 31, 61]);
    expect(await rig.events()).toMatchObject([{ series: { count: 61 } }]);
  });

  test("whose event is gone is created again, with its count", async () => {
    const rig = new EventRig();
    rig.recorder.normal(pod, failed);
    await rig.settle();
    const [event] = await rig.events();
    await rig.client.delete(event!);
    rig.recorder.normal(pod, failed);
    await rig.settle();
    expect(await rig.events()).toMatchObject([{ metadata: { name: event!.metadata.name }, series: { count: 2 } }]);
    expect(rig.lines).toEqual([]);
  });

  test.each<[string, Partial<Parameters<EventRig["recorder"]["normal"]>[1]>, Partial<Pod["metadata"]>]>([
    ["reason", { reason: "Other" }, {}],
    ["action", { action: "Other" }, {}],
    ["note", { note: "other" }, {}],
    ["related object", { related: pod }, {}],
    ["part of the object", { fieldPath: "spec" }, {}],
    ["object", {}, { name: "other" }],
    ["object of the same name", {}, { uid: "u-2" }],
  ])("does not take in an event with another %s", async (_, details, metadata) => {
    const rig = new EventRig();
    rig.recorder.normal(pod, failed);
    rig.recorder.normal({ ...pod, metadata: { ...pod.metadata, ...metadata } }, { ...failed, ...details });
    await rig.settle();
    expect((await rig.events()).map(({ series }) => series)).toEqual([undefined, undefined]);
  });

  test("does not take in an event of another type or controller", async () => {
    const rig = new EventRig();
    rig.recorder.normal(pod, failed);
    rig.recorder.warning(pod, failed);
    rig.broadcaster.recorder("other").normal(pod, failed);
    await rig.settle();
    expect(await rig.events()).toHaveLength(3);
  });
});

describe("similar events", () => {
  test("are combined from the tenth note on", async () => {
    const rig = new EventRig();
    for (let i = 1; i <= 15; i++) rig.recorder.normal(pod, { reason: "Failed", note: `try ${i}` });
    await rig.settle();
    const events = await rig.events();
    expect(events.map(({ note }) => note)).toEqual([
      ...Array.from({ length: 9 }, (_, i) => `try ${i + 1}`),
      "(combined from similar events): try 10",
    ]);
    await rig.pass(6 * minute);
    expect((await rig.events()).at(-1)).toMatchObject({ series: { count: 6 } });
  });

  test("are told each by itself again after ten quiet minutes", async () => {
    const rig = new EventRig();
    for (let i = 1; i <= 10; i++) rig.recorder.normal(pod, { reason: "Failed", note: `try ${i}` });
    await rig.pass(10 * minute + 1);
    rig.recorder.normal(pod, { reason: "Failed", note: "try 11" });
    await rig.settle();
    expect((await rig.events()).at(-1)).toMatchObject({ note: "try 11" });
  });
});

describe("too many events", () => {
  test("about one object are dropped after 25, but for one in five minutes", async () => {
    const rig = new EventRig();
    const tell = (reason: string) => rig.recorder.normal(pod, { reason, note: "" });
    for (let i = 0; i < 30; i++) tell(`R${i}`);
    rig.recorder.normal({ ...pod, metadata: { ...pod.metadata, name: "other" } }, { reason: "R", note: "" });
    await rig.settle();
    expect(await rig.events()).toHaveLength(26);
    expect(await rig.count("dropped", { reason: "spam" })).toBe(5);
    await rig.pass(5 * minute);
    tell("R30");
    tell("R31");
    await rig.settle();
    expect((await rig.events()).map(({ reason }) => reason)).toContain("R30");
    expect(await rig.count("dropped", { reason: "spam" })).toBe(6);
  });

  test("that are equal are counted, however many", async () => {
    const rig = new EventRig();
    for (let i = 0; i < 1000; i++) rig.recorder.normal(pod, { reason: "R", note: "" });
    await rig.broadcaster.stop();
    expect(await rig.events()).toMatchObject([{ series: { count: 1000 } }]);
    expect(await rig.count("dropped")).toBe(0);
  });

  test("of thousands of objects at once all come to the server", async () => {
    const rig = new EventRig();
    for (let i = 0; i < 3000; i++) {
      rig.recorder.normal({ ...pod, metadata: { ...pod.metadata, name: `p${i}` } }, { reason: "R", note: "" });
    }
    await rig.broadcaster.stop();
    expect(await rig.events()).toHaveLength(3000);
    expect(await rig.count("dropped")).toBe(0);
  });

  test("for the queue are dropped, and told anew when they come again", async () => {
    const rig = new EventRig({ maxQueued: 3 });
    rig.onRequest = () => Promise.reject(refused);
    for (let i = 0; i < 5; i++) rig.recorder.normal(pod, { reason: `R${i}`, note: "" });
    await rig.settle();
    expect(await rig.count("dropped", { reason: "queue_full" })).toBe(2);
    rig.onRequest = () => {};
    await rig.pass(minute);
    rig.recorder.normal(pod, { reason: "R4", note: "" });
    await rig.settle();
    expect((await rig.events()).map(({ reason, series }) => [reason, series])).toEqual(
      ["R0", "R1", "R2", "R4"].map((reason) => [reason, undefined]),
    );
  });
});

describe("while the server is away", () => {
  test("events wait, longer each time, and arrive in order", async () => {
    const rig = new EventRig();
    const tries: number[] = [];
    rig.onRequest = () => {
      tries.push(rig.clock.monotonic());
      return Promise.reject(refused);
    };
    for (const reason of ["A", "B", "A"]) rig.recorder.normal(pod, { reason, note: "" });
    await rig.pass(20_000);
    expect(tries).toEqual([0, 500, 1500, 3500, 7500, 15_500]);
    expect(await rig.count("retries")).toBe(6);
    rig.onRequest = () => {};
    await rig.pass(12_000);
    expect((await rig.events()).map(({ reason, series }) => [reason, series?.count])).toEqual([
      ["B", undefined],
      ["A", 2],
    ]);
    expect(rig.sent().map((request) => request.split(" ")[0])).toEqual(["POST", "POST", "PATCH"]);
    expect(rig.lines).toEqual([]);
  });

  test("an event is tried twelve times", async () => {
    const rig = new EventRig();
    let tries = 0;
    rig.onRequest = () => {
      tries++;
      return Promise.reject(refused);
    };
    rig.recorder.normal(pod, { reason: "A", note: "" });
    await rig.pass(10 * minute);
    expect(tries).toBe(12);
    expect(await rig.count("dropped", { reason: "unreachable" })).toBe(1);
    expect(rig.lines).toEqual(["warn event dropped, the server could not be reached: ClientError: refused"]);
    rig.onRequest = () => {};
    rig.recorder.normal(pod, { reason: "A", note: "" });
    await rig.settle();
    expect(await rig.events()).toHaveLength(1);
  });

  test.each([
    ["429", tooManyRequestsError("later", 7), 7000],
    ["500", new StatusError({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: 500 }), 500],
    ["503", new StatusError({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: 503 }), 500],
    ["401", new StatusError({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: 401 }), 500],
    ["a time-out", new ClientError("TIMEOUT", "too slow"), 500],
  ])("or answers %s, another try follows", async (_, error, delayMs) => {
    const rig = new EventRig();
    rig.onRequest = () => {
      rig.onRequest = () => {};
      return Promise.reject(error);
    };
    rig.recorder.normal(pod, { reason: "A", note: "" });
    await rig.pass(delayMs - 1);
    expect(await rig.events()).toEqual([]);
    await rig.pass(1);
    expect(await rig.events()).toHaveLength(1);
  });

  test("an answer that got lost does not make a second event", async () => {
    const rig = new EventRig();
    rig.onAnswer = () => {
      rig.onAnswer = () => {};
      throw new ClientError("CONNECTION_LOST", "lost");
    };
    rig.recorder.normal(pod, { reason: "A", note: "" });
    await rig.pass(minute);
    expect(await rig.events()).toHaveLength(1);
    expect(rig.sent().map((request) => request.split(" ")[0])).toEqual(["POST", "POST"]);
    expect(await rig.count("sent")).toBe(1);
  });

  test("a name that someone else took is changed", async () => {
    const [one, two] = [new EventRig(), new EventRig()];
    one.recorder.normal(pod, { reason: "A", note: "" });
    await one.settle();
    const [taken] = await one.events();
    await two.client.create(taken!);
    two.recorder.normal(pod, { reason: "B", note: "" });
    await two.settle();
    expect((await two.events()).map(({ reason }) => reason)).toEqual(["A", "B"]);
  });
});

describe("an event that the server refuses", () => {
  const events = { group: "events.k8s.io", resource: "events" };
  const terminating = new StatusError({
    ...forbiddenError(events, "web", "unable to create new content in namespace shop because it is being terminated")
      .status,
    details: { causes: [{ reason: "NamespaceTerminating", message: "namespace shop is being terminated" }] },
  });

  test.each([
    ["because its namespace is being terminated", terminating],
    ["because its namespace is gone", notFoundError({ group: "", resource: "namespaces" }, "shop")],
    ["because this process may write no more", new RuntimeError("LEASE_LOST", "the lease is lost")],
  ])("%s is dropped in silence", async (_, error) => {
    const rig = new EventRig();
    rig.onRequest = () => Promise.reject(error);
    rig.recorder.normal(pod, { reason: "A", note: "" });
    rig.recorder.normal(pod, { reason: "A", note: "" });
    await rig.pass(minute);
    expect(rig.lines).toEqual([]);
    expect(await rig.count("dropped", { reason: "refused" })).toBeGreaterThan(0);
    rig.onRequest = () => {};
    rig.recorder.normal(pod, { reason: "B", note: "" });
    await rig.settle();
    expect(await rig.events()).toHaveLength(1);
  });

  test("for want of a permission is told once", async () => {
    const rig = new EventRig();
    rig.onRequest = () => Promise.reject(forbiddenError(events, "", 'User "a" cannot create resource "events"'));
    for (const reason of ["A", "B", "C"]) rig.recorder.normal(pod, { reason, note: "" });
    await rig.pass(minute);
    expect(rig.lines).toEqual(["warn events refused, a permission is missing: Forbidden"]);
    expect(await rig.count("dropped", { reason: "refused" })).toBe(3);
    expect(await rig.count("retries")).toBe(0);
    rig.onRequest = () => Promise.reject(badRequestError("no"));
    rig.recorder.normal(pod, { reason: "D", note: "" });
    await rig.settle();
    expect(rig.lines.slice(1)).toEqual(["warn event refused: BadRequest"]);
  });

  test("does not keep the next ones", async () => {
    const rig = new EventRig();
    rig.onRequest = () => {
      rig.onRequest = () => {};
      throw new TypeError("broken");
    };
    for (const reason of ["A", "B"]) rig.recorder.normal(pod, { reason, note: "" });
    await rig.settle();
    expect((await rig.events()).map(({ reason }) => reason)).toEqual(["B"]);
    expect(rig.lines).toEqual(["warn event refused: TypeError: broken"]);
  });
});

describe("stop", () => {
  test("sends what waits, and the last counts, and drops what comes later", async () => {
    const rig = new EventRig();
    for (const reason of ["A", "B", "B", "B"]) rig.recorder.normal(pod, { reason, note: "" });
    await rig.broadcaster.stop();
    rig.recorder.normal(pod, { reason: "C", note: "" });
    await rig.settle();
    expect((await rig.events()).map(({ reason, series }) => [reason, series?.count])).toEqual([
      ["A", undefined],
      ["B", 3],
    ]);
    expect(await rig.count("dropped", { reason: "stopped" })).toBe(1);
    expect(rig.clock.pending).toBe(0);
  });

  test("does not wait for the next try", async () => {
    const rig = new EventRig();
    rig.onRequest = () => Promise.reject(refused);
    rig.recorder.normal(pod, { reason: "A", note: "" });
    await rig.pass(10_000);
    rig.onRequest = () => {};
    await rig.broadcaster.stop();
    expect(await rig.events()).toHaveLength(1);
  });

  test("ends after its time, with the rest dropped", async () => {
    const rig = new EventRig();
    let tries = 0;
    rig.onRequest = () => {
      tries++;
      return Promise.reject(refused);
    };
    for (const reason of ["A", "B"]) rig.recorder.normal(pod, { reason, note: "" });
    let hasStopped = false;
    const stopped = rig.broadcaster.stop({ timeoutMs: 2000 }).then(() => {
      hasStopped = true;
    });
    await rig.pass(1999);
    expect([hasStopped, tries]).toEqual([false, 4]);
    await rig.pass(1);
    await stopped;
    expect(await rig.count("dropped", { reason: "stopped" })).toBe(2);
    expect(rig.clock.pending).toBe(0);
  });

  test("cuts off a request that hangs", async () => {
    const rig = new EventRig();
    rig.onRequest = ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    rig.recorder.normal(pod, { reason: "A", note: "" });
    await rig.settle();
    const stopped = rig.broadcaster.stop({ timeoutMs: 2000 });
    await rig.pass(2000);
    await stopped;
    expect(await rig.count("dropped", { reason: "stopped" })).toBe(1);
    expect(rig.clock.pending).toBe(0);
  });

  test("does not wait for a client that does not care", async () => {
    const rig = new EventRig();
    rig.onRequest = () => new Promise(() => {});
    rig.recorder.normal(pod, { reason: "A", note: "" });
    await rig.settle();
    const stopped = rig.broadcaster.stop({ timeoutMs: 2000 });
    await rig.pass(2000);
    await stopped;
    expect(rig.sent()).toEqual([]);
  });

  test("tells the last counts of more series than may wait", async () => {
    const rig = new EventRig({ maxQueued: 5 });
    const reasons = Array.from({ length: 20 }, (_, index) => `R${index}`);
    for (const times of [1, 2, 3]) {
      for (const reason of reasons) {
        rig.recorder.normal(pod, { reason, note: "" });
        if (times < 3) await rig.settle();
      }
    }
    await rig.broadcaster.stop();
    expect((await rig.events()).map(({ series }) => series?.count)).toEqual(reasons.map(() => 3));
  });

  test("may be asked twice, or with nothing to send", async () => {
    const rig = new EventRig();
    await rig.broadcaster.stop();
    await rig.broadcaster.stop();
    await rig.broadcaster[Symbol.asyncDispose]();
    expect(rig.clock.pending).toBe(0);
  });
});
