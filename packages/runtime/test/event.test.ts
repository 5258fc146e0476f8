import { Node, type Pod } from "@kubewright/api/core/v1";
import { ClientError } from "@kubewright/client";
import { describe, expect, test } from "vitest";
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
