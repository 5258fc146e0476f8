import { badRequestError, forbiddenError, notFoundError, StatusError, tooManyRequestsError } from "@kubewright/api";
import type { Pod } from "@kubewright/api/core/v1";
import type { Event } from "@kubewright/api/events/v1";
import { type ApiRequest, ClientError } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { RuntimeError } from "../src/errors.ts";
import { EventRig, pod } from "./event-rig.ts";

const minute = 60_000;
const refused = new ClientError("CONNECTION_FAILED", "refused");

describe("events of many objects", () => {
  test("are on their way at the same time, four at most", async () => {
    const rig = new EventRig();
    const held = hold(rig);
    for (let i = 1; i <= 6; i++) rig.recorder.normal(podNamed(`p${i}`), { reason: "R", note: "" });
    await rig.settle();
    expect(held.names()).toEqual(["p1", "p2", "p3", "p4"]);
    held.release("p3");
    await rig.settle();
    expect(held.names()).toEqual(["p1", "p2", "p4", "p5"]);
    held.releaseAll();
    await rig.settle();
    expect(await rig.events()).toHaveLength(6);
    expect(await rig.count("sent")).toBe(6);
  });

  test("do not overtake each other where they are about the same one", async () => {
    const rig = new EventRig();
    const held = hold(rig);
    for (const reason of ["A", "B", "A"]) rig.recorder.normal(podNamed("p1"), { reason, note: "" });
    rig.recorder.normal(podNamed("p2"), { reason: "C", note: "" });
    await rig.settle();
    expect(held.names()).toEqual(["p1", "p2"]);
    held.release("p2");
    await rig.settle();
    expect(held.names()).toEqual(["p1"]);
    held.releaseAll();
    await rig.settle();
    expect(rig.sent().map((request) => request.replace(/\.[0-9a-f]+\?.*|\?.*/, ""))).toEqual([
      "POST shop/events",
      "POST shop/events",
      "POST shop/events",
      "PATCH shop/events/p1",
    ]);
    expect((await rig.events()).map(({ reason, series }) => [reason, series?.count])).toEqual([
      ["C", undefined],
      ["B", undefined],
      ["A", 2],
    ]);
  });

  test("are not kept by one object of which the server takes none", async () => {
    const rig = new EventRig();
    rig.onRequest = (request) => (nameIn(request) === "bad" ? Promise.reject(refused) : undefined);
    for (const reason of ["A", "B"]) rig.recorder.normal(podNamed("bad"), { reason, note: "" });
    for (let i = 1; i <= 6; i++) rig.recorder.normal(podNamed(`p${i}`), { reason: "R", note: "" });
    await rig.settle();
    expect((await rig.events()).map(({ regarding }) => regarding?.name)).toEqual(["p1", "p2", "p3", "p4", "p5", "p6"]);
  });

  test("wait for the four that are tried again while the server is away", async () => {
    const rig = new EventRig();
    let tries = 0;
    rig.onRequest = () => {
      tries++;
      return Promise.reject(refused);
    };
    for (let i = 1; i <= 9; i++) rig.recorder.normal(podNamed(`p${i}`), { reason: "R", note: "" });
    await rig.pass(1000);
    expect(tries).toBe(8);
    rig.onRequest = () => {};
    await rig.pass(1000);
    expect(await rig.events()).toHaveLength(9);
  });

  test("all come to the server, where there are thousands at once", async () => {
    const rig = new EventRig();
    for (let i = 0; i < 3000; i++) {
      rig.recorder.normal(podNamed(`p${i}`), { reason: "R", note: "" });
    }
    await rig.broadcaster.stop();
    expect(await rig.events()).toHaveLength(3000);
    expect(await rig.count("dropped")).toBe(0);
  });

  test("are all dropped when the time to stop is over, those on their way too", async () => {
    const rig = new EventRig();
    hold(rig);
    for (let i = 1; i <= 6; i++) rig.recorder.normal(podNamed(`p${i}`), { reason: "R", note: "" });
    const stopped = rig.broadcaster.stop({ timeoutMs: 2000 });
    await rig.pass(2000);
    await stopped;
    expect(await rig.count("dropped", { reason: "stopped" })).toBe(6);
    expect(rig.clock.pending).toBe(0);
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

function podNamed(name: string): Pod {
  return { ...pod, metadata: { ...pod.metadata, name, uid: `u-${name}` } };
}

/** The object that the event to be sent is about. */
function nameIn({ body, path }: ApiRequest): string {
  const { regarding } = JSON.parse(body ?? "{}") as Partial<Event>;
  return regarding?.name ?? path.split("/").pop()!.split(".")[0]!;
}

/** Keeps requests until told, or cut off. */
function hold(rig: EventRig): { names(): string[]; release(name: string): void; releaseAll(): void } {
  const held: { name: string; release: () => void }[] = [];
  rig.onRequest = (request) =>
    new Promise((resolve, reject) => {
      held.push({ name: nameIn(request), release: resolve });
      request.signal?.addEventListener("abort", () => reject(request.signal?.reason));
    });
  return {
    names: () => held.map(({ name }) => name),
    release(name) {
      const index = held.findIndex((one) => one.name === name);
      held.splice(index, 1)[0]!.release();
    },
    releaseAll() {
      rig.onRequest = () => {};
      for (const { release } of held.splice(0)) release();
    },
  };
}
