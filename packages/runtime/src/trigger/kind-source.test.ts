import { defineKind, type KubeObject } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { ScriptedFeed, TriggerRig, turn } from "../../test/fixture/trigger-rig.ts";
import { enqueueMapped, enqueueObject, type TriggerHandler } from "./handler.ts";
import { type KindSourceOptions, kindSource } from "./kind-source.ts";
import { generationChanged, not } from "./predicate.ts";

const Pod = defineKind<KubeObject>({ group: "", version: "v1", kind: "Pod" });

function pod(name: string, resourceVersion = "1"): KubeObject {
  return Pod.of({ metadata: { namespace: "town", name, resourceVersion, generation: 1 } });
}

function setUp(options: Partial<KindSourceOptions> = {}) {
  const rig = new TriggerRig();
  const feed = new ScriptedFeed<KubeObject>();
  const source = kindSource({ kind: Pod, informer: feed, handler: enqueueObject(), ...options });
  const add = (name: string, isInitial = false) => feed.tell({ type: "added", object: pod(name), isInitial });
  return { rig, feed, source, add };
}

/** Answers when the test says so, and counts. */
class SlowHandler {
  calls: string[] = [];
  readonly #open: { readonly answer: () => void; readonly fail: (error: Error) => void }[] = [];

  readonly handler: TriggerHandler = ({ object }) => {
    this.calls.push(object.metadata.name);
    return new Promise((resolve, reject) => {
      this.#open.push({ answer: () => resolve([object.metadata]), fail: reject });
    });
  };

  get open(): number {
    return this.#open.length;
  }

  async answer(): Promise<void> {
    this.#open.shift()!.answer();
    await turn();
  }

  async fail(): Promise<void> {
    this.#open.shift()!.fail(new Error("no connection"));
    await turn();
  }
}

describe("kindSource", () => {
  test("is named after the kind", () => {
    expect(setUp().source.name).toBe("Pod of v1");
  });

  test("tells of what exists with low priority, and has started when all of it was told", async () => {
    const { rig, feed, source, add } = setUp();
    let isStarted = false;
    const started = source.start(rig.context).then(() => {
      isStarted = true;
    });
    add("a", true);
    await turn();
    expect(isStarted).toBe(false);
    add("b", true);
    feed.sync();
    await started;
    expect(rig.requests()).toEqual(["town/a, priority -100", "town/b, priority -100"]);
  });

  test("tells of changes at once, with low priority only where nothing changed", async () => {
    const { rig, feed, source, add } = setUp();
    feed.sync();
    await source.start(rig.context);
    add("new");
    feed.tell({ type: "updated", old: pod("changed", "1"), object: pod("changed", "2"), isResync: false });
    feed.tell({ type: "updated", old: pod("same", "1"), object: pod("same", "1"), isResync: false });
    feed.tell({ type: "updated", old: pod("resync", "1"), object: pod("resync", "1"), isResync: true });
    feed.tell({ type: "deleted", object: pod("gone"), isStateUnknown: true });
    expect(rig.requests()).toEqual([
      "town/new",
      "town/changed",
      "town/same, priority -100",
      "town/resync, priority -100",
      "town/gone",
    ]);
  });

  test("lets the handler say how urgent a request is", async () => {
    const { rig, feed, source, add } = setUp({
      handler: enqueueMapped(() => [{ name: "a", priority: 3 }, { name: "b", afterMs: 50 }, { name: "c" }]),
    });
    feed.sync();
    await source.start(rig.context);
    add("x", true);
    expect(rig.requests()).toEqual(["a, priority 3", "b, priority -100, after 50 ms", "c, priority -100"]);
  });

  test("gives keys, not whole metadata", async () => {
    const keys: object[] = [];
    const rig = new TriggerRig({ sink: { add: (key) => void keys.push(key) } });
    const { feed, source, add } = setUp();
    feed.sync();
    await source.start(rig.context);
    add("a");
    feed.tell({ type: "added", object: Pod.of({ metadata: { name: "b", labels: { a: "b" } } }), isInitial: false });
    expect(keys).toEqual([{ namespace: "town", name: "a" }, { name: "b" }]);
  });

  test("leaves out what one of its predicates leaves out", async () => {
    const { rig, feed, source, add } = setUp({
      predicates: [generationChanged(), ({ object }) => object.metadata.name !== "b"],
    });
    feed.sync();
    await source.start(rig.context);
    for (const name of ["a", "b", "c"]) add(name);
    feed.tell({ type: "updated", old: pod("a", "1"), object: pod("a", "2"), isResync: false });
    expect(rig.requests()).toEqual(["town/a", "town/c"]);
  });

  test("handles an event whose predicate fails", async () => {
    const broken = () => {
      throw new Error("broken");
    };
    const { rig, feed, source, add } = setUp({ predicates: [not(broken)] });
    feed.sync();
    await source.start(rig.context);
    add("a");
    expect(rig.requests()).toEqual(["town/a"]);
    expect(rig.log.lines).toEqual([
      {
        level: "error",
        message: "a predicate failed; the event is handled as one that matters",
        fields: {
          err: new Error("broken"),
          event: "added",
          object: { apiVersion: "v1", kind: "Pod", namespace: "town", name: "a" },
        },
      },
    ]);
  });

  test("passes on how often to resync", async () => {
    const { rig, feed, source } = setUp({ resyncMs: 5000 });
    feed.sync();
    await source.start(rig.context);
    await kindSource({ kind: Pod, informer: feed, handler: enqueueObject() }).start(rig.context);
    expect(feed.resyncs).toEqual([5000, undefined]);
  });

  test("shows where the informer's watches stand", () => {
    const feed = new ScriptedFeed<KubeObject>();
    const states = [{ phase: "missing", sinceMs: 0, isSynced: false }] as const;
    const source = kindSource({ kind: Pod, informer: Object.assign(feed, { states }), handler: enqueueObject() });
    expect(source.states).toBe(states);
    expect(setUp().source.states).toEqual([]);
  });

  test("leaves the informer when its signal aborts, and tells nothing any more", async () => {
    const { rig, feed, source, add } = setUp();
    feed.sync();
    await source.start(rig.context);
    const [handler] = feed.handlers;
    rig.stop();
    expect(feed.handlers.size).toBe(0);
    handler!({ type: "added", object: pod("late"), isInitial: false });
    add("later");
    expect(rig.requests()).toEqual([]);
  });

  test("rejects when its signal aborts before all was told, or had aborted", async () => {
    const { rig, feed, source } = setUp();
    const started = source.start(rig.context);
    rig.stop(new Error("enough"));
    await expect(started).rejects.toThrow("enough");
    await expect(source.start(rig.context)).rejects.toThrow("enough");
    expect(feed.handlers.size).toBe(0);
  });
});

describe("kindSource with a handler that takes its time", () => {
  test("has started when the handler has answered for all that exists", async () => {
    const slow = new SlowHandler();
    const { rig, feed, source, add } = setUp({ handler: slow.handler });
    let isStarted = false;
    const started = source.start(rig.context).then(() => {
      isStarted = true;
    });
    add("a", true);
    add("b", true);
    feed.sync();
    await slow.answer();
    expect([isStarted, rig.requests()]).toEqual([false, ["town/a, priority -100"]]);
    await slow.answer();
    await started;
    expect(rig.requests()).toEqual(["town/b, priority -100"]);
  });

  test("waits for what existed, and for nothing that came meanwhile", async () => {
    const slow = new SlowHandler();
    const { rig, feed, source, add } = setUp({ handler: slow.handler });
    let isStarted = false;
    const started = source.start(rig.context).then(() => {
      isStarted = true;
    });
    add("came before");
    add("existed", true);
    add("came after");
    feed.sync();
    await slow.answer();
    expect(isStarted).toBe(false);
    await slow.answer();
    await started;
    expect(slow.open).toBe(1);
  });

  test("asks it again after a failure, later each time, until it answers", async () => {
    const slow = new SlowHandler();
    const { rig, feed, source, add } = setUp({ handler: slow.handler });
    feed.sync();
    await source.start(rig.context);
    add("a");
    for (const delayMs of [100, 200, 400]) {
      await slow.fail();
      rig.clock.advance(delayMs - 1);
      await turn();
      expect(slow.open).toBe(0);
      rig.clock.advance(1);
      await turn();
    }
    await slow.answer();
    expect(slow.calls).toEqual(["a", "a", "a", "a"]);
    expect(rig.requests()).toEqual(["town/a"]);
    expect(rig.log.from("info")).toEqual([
      "error: the handler of an event failed; it is called again later",
      "error: the handler of an event failed; it is called again later",
      "error: the handler of an event failed; it is called again later",
    ]);
    expect(rig.log.lines[2]?.fields).toMatchObject({ event: "added", object: { name: "a" }, tries: 3 });
    expect(rig.clock.pending).toBe(0);
  });

  test("asks a handler again that throws, and starts meanwhile", async () => {
    let isUp = false;
    const { rig, feed, source, add } = setUp({
      handler: ({ object }) => {
        if (!isUp && object.metadata.name === "a") throw new Error("not yet");
        return [object.metadata];
      },
    });
    const started = source.start(rig.context);
    add("a", true);
    add("b", true);
    feed.sync();
    await started;
    expect(rig.requests()).toEqual(["town/b, priority -100"]);
    isUp = true;
    rig.clock.advance(100);
    await turn();
    expect(rig.requests()).toEqual(["town/a, priority -100"]);
  });

  test("calls it for a few events at once, and for all in the end", async () => {
    const slow = new SlowHandler();
    const { rig, feed, source, add } = setUp({ handler: slow.handler });
    const started = source.start(rig.context);
    const names = Array.from({ length: 100 }, (_, index) => `pod-${index}`);
    for (const name of names) add(name, true);
    feed.sync();
    await turn();
    expect(slow.open).toBe(16);
    for (const _ of names) {
      expect(slow.open).toBeLessThanOrEqual(16);
      await slow.answer();
    }
    await started;
    expect(slow.calls).toEqual(names);
    expect(rig.requests()).toHaveLength(100);
  });

  test("asks it again once for all changes of an object that failed, from the first state to the last", async () => {
    let isUp = false;
    const seen: string[] = [];
    const { rig, feed, source } = setUp({
      handler: async (event) => {
        const old = event.type === "updated" ? event.old.metadata.resourceVersion : "";
        seen.push(`${event.type} ${old} ${event.object.metadata.resourceVersion}`);
        if (!isUp) throw new Error("away");
        return [event.object.metadata];
      },
    });
    feed.sync();
    await source.start(rig.context);
    const version = (number: number): KubeObject => {
      const { metadata, ...rest } = pod("a");
      return { ...rest, metadata: { ...metadata, uid: "1", resourceVersion: String(number) } };
    };
    feed.tell({ type: "added", object: version(0), isInitial: false });
    for (let number = 1; number < 1000; number++) {
      feed.tell({ type: "updated", old: version(number - 1), object: version(number), isResync: false });
      await turn();
    }
    feed.tell({ type: "deleted", object: version(1000), isStateUnknown: false });
    await turn();
    expect(rig.log.from("info")).toHaveLength(2);
    isUp = true;
    rig.clock.advance(100);
    await turn();
    expect(seen.slice(1001)).toEqual(["updated 0 999", "deleted  1000"]);
    expect(rig.requests()).toEqual(["town/a", "town/a"]);
    rig.clock.advance(100_000);
    await turn();
    expect([seen.length, rig.clock.pending]).toEqual([1003, 0]);
  });

  test("keeps what changes while it is asked again", async () => {
    const slow = new SlowHandler();
    const { rig, feed, source, add } = setUp({ handler: slow.handler });
    feed.sync();
    await source.start(rig.context);
    add("a");
    await slow.fail();
    rig.clock.advance(100);
    await turn();
    add("a");
    await slow.fail();
    await slow.fail();
    rig.clock.advance(60_000);
    await turn();
    await slow.answer();
    expect([slow.calls.length, rig.requests(), rig.clock.pending]).toEqual([4, ["town/a"], 0]);
  });

  test("does not keep others waiting when it does not answer, and says so once", async () => {
    const slow = new SlowHandler();
    const { rig, feed, source, add } = setUp({ handler: slow.handler });
    feed.sync();
    await source.start(rig.context);
    for (let index = 0; index < 40; index++) add(`pod-${index}`);
    await turn();
    expect(slow.calls).toHaveLength(16);
    for (const calls of [32, 40]) {
      rig.clock.advance(60_000);
      await turn();
      expect(slow.calls).toHaveLength(calls);
    }
    expect(rig.log.from("warn")).toEqual([
      "warn: the handler of an event has not answered for long; it is called for others meanwhile",
    ]);
    while (slow.open > 0) await slow.answer();
    expect([rig.requests().length, rig.clock.pending]).toEqual([40, 0]);
  });

  test.each([undefined, 7, { name: "a" }])("says of one that gives %j what it must give", async (answer) => {
    for (const handler of [() => answer, async () => answer, enqueueMapped(() => answer as never)]) {
      const { rig, feed, source, add } = setUp({ handler: handler as never });
      feed.sync();
      await source.start(rig.context);
      add("a");
      await turn();
      expect(String(rig.log.lines[0]?.fields.err)).toContain("but must give a list of the objects to reconcile");
    }
  });

  test("forgets what is under way when its signal aborts", async () => {
    const slow = new SlowHandler();
    const { rig, feed, source, add } = setUp({ handler: slow.handler });
    feed.sync();
    await source.start(rig.context);
    for (const name of ["a", "b", "c"]) add(name);
    await slow.fail();
    rig.stop();
    expect(rig.clock.pending).toBe(0);
    await slow.answer();
    await slow.fail();
    expect([rig.requests(), rig.clock.pending, rig.log.lines.length]).toEqual([[], 0, 1]);
  });
});
