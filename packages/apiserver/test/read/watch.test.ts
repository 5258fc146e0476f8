import { describe, expect, test } from "vitest";
import type { WatchEvent } from "../../src/verb/read/watch-event.ts";
import { watchObjects } from "../../src/verb/read/watch-objects.ts";
import type { WatchStream } from "../../src/verb/read/watch-stream.ts";
import { newState, optionsOf, pod, pods, put, type ReadState, remove, textOf } from "./pod-resource.ts";

const forever = new AbortController().signal;

describe("where a watch starts", () => {
  const initial = ["ADDED a/1@2", "ADDED a/2@3", "ADDED a/3@4"];
  const end = "BOOKMARK @4 end";
  /** Send initial events, version, bookmarks allowed; what comes before what happens later. */
  const rows: [string | undefined, string, boolean, string[]][] = [
    ["true", "", true, [...initial, end]],
    ["false", "", true, []],
    ["false", "", false, []],
    ["true", "", false, initial],
    ["true", "0", true, [...initial, end]],
    ["false", "0", true, []],
    ["false", "0", false, []],
    ["true", "0", false, initial],
    ["true", "1", true, [...initial, end]],
    ["false", "1", true, initial],
    ["false", "1", false, initial],
    ["true", "1", false, initial],
    ["true", "4", true, [...initial, end]],
    ["false", "4", true, []],
    ["false", "4", false, []],
    ["true", "4", false, initial],
    [undefined, "0", false, initial],
    [undefined, "", false, initial],
    [undefined, "", true, [...initial, end]],
    [undefined, "2", false, ["ADDED a/2@3", "ADDED a/3@4"]],
    [undefined, "99", false, []],
  ];

  test.each(rows)(
    "sendInitialEvents=%s, resourceVersion=%j, allowWatchBookmarks=%s",
    (send, version, marks, before) => {
      const state = newState();
      for (const key of ["a/1", "a/2", "a/3"]) put(state, pod(key));
      const stream = watch(state, "a", {
        resourceVersion: version,
        ...(send !== undefined && { sendInitialEvents: send, resourceVersionMatch: "NotOlderThan" }),
        allowWatchBookmarks: String(marks),
      });
      expect(drain(stream)).toEqual(before);
      put(state, pod("a/4"));
      put(state, pod("b/5"));
      expect(drain(stream)).toEqual(version === "99" ? [] : ["ADDED a/4@5"]);
      stream.close();
      expect(state.clock.pending).toBe(0);
    },
  );

  test("a path that says watch begins with what there is, without a mark at its end", () => {
    const state = newState();
    put(state, pod("a/1"));
    const options = { ...optionsOf({ allowWatchBookmarks: "1" }), isWatch: true };
    const stream = watchObjects(state, { resource: pods, namespace: "" }, options, forever);
    expect(drain(stream)).toEqual(["ADDED a/1@2"]);
  });

  test("initial events at a version that is yet to come wait for it", async () => {
    const state = newState();
    put(state, pod("a/1"));
    const stream = watch(state, "", initialEvents("3"));
    const first = stream.next();
    put(state, pod("a/0"));
    expect(textOfEvent((await first).value!)).toBe("ADDED a/0@3");
    expect(drain(stream)).toEqual(["ADDED a/1@2", "BOOKMARK @3 end"]);
  });

  test("initial events at a version that does not come are an error after 3 s", async () => {
    const state = newState();
    const stream = watch(state, "", initialEvents("9"));
    state.clock.advance(3000);
    const { value } = await stream.next();
    expect(value).toMatchObject({
      type: "ERROR",
      object: { code: 504, reason: "Timeout", message: "Timeout: Too large resource version: 9, current: 1" },
    });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(state.clock.pending).toBe(0);
  });

  test("a forgotten version is an ERROR event, and the end", async () => {
    const state = newState();
    for (const key of ["a/1", "a/2", "a/3"]) put(state, pod(key));
    state.store.compact(4);
    const stream = watch(state, "", { resourceVersion: "3" });
    expect((await stream.next()).value).toMatchObject({
      type: "ERROR",
      object: { kind: "Status", code: 410, reason: "Expired", message: "too old resource version: 3 (4)" },
    });
    expect((await stream.next()).done).toBe(true);
  });

  test("an unreadable version is refused at once", () => {
    expect(() => watch(newState(), "", { resourceVersion: "x" })).toThrow(
      'resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
    );
  });
});

describe("what a watch tells", () => {
  test("changes in order, with the version of the deletion", () => {
    const state = newState();
    const stream = watch(state, "", { resourceVersion: "1" });
    put(state, pod("a/1"));
    put(state, pod("a/1", { nodeName: "n" }));
    remove(state, "a/1");
    expect(drain(stream)).toEqual(["ADDED a/1@2", "MODIFIED a/1@3", "DELETED a/1@4"]);
  });

  test("coming into a selection and going out of it are additions and deletions", () => {
    const state = newState();
    const stream = watch(state, "a", { resourceVersion: "1", labelSelector: "app=web" });
    put(state, pod("a/1"));
    put(state, pod("a/1", { labels: { app: "web" }, nodeName: "old" }));
    put(state, pod("a/1", { labels: { app: "web" }, nodeName: "new" }));
    put(state, pod("b/1", { labels: { app: "web" } }));
    put(state, pod("a/1", { labels: { app: "db" }, nodeName: "other" }));
    remove(state, "a/1");
    const events: WatchEvent[] = [];
    for (let event = stream.takeReady(); event !== undefined; event = stream.takeReady()) events.push(event);
    expect(events.map(textOfEvent)).toEqual(["ADDED a/1@3", "MODIFIED a/1@4", "DELETED a/1@6"]);
    expect(events[2]!.object).toMatchObject({ metadata: { labels: { app: "web" } }, spec: { nodeName: "new" } });
  });

  test("fields select, too", () => {
    const state = newState();
    put(state, pod("a/1", { nodeName: "n1" }));
    put(state, pod("a/2", { nodeName: "n2" }));
    const stream = watch(state, "", { fieldSelector: "spec.nodeName=n1" });
    put(state, pod("a/2", { nodeName: "n1" }));
    put(state, pod("a/1", { nodeName: "n2" }));
    expect(drain(stream)).toEqual(["ADDED a/1@2", "ADDED a/2@4", "DELETED a/1@5"]);
  });

  test("a bookmark is an object with nothing but a version", () => {
    const stream = watch(newState(), "", { allowWatchBookmarks: "1" });
    expect(stream.takeReady()).toEqual({
      type: "BOOKMARK",
      object: {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { resourceVersion: "1", annotations: { "k8s.io/initial-events-end": "true" } },
        spec: { containers: null },
      },
    });
  });

  test("bookmarks come every minute and 2 s before the end, once there is something new to say", async () => {
    const state = newState();
    const stream = watch(state, "", { resourceVersion: "1", allowWatchBookmarks: "true", timeoutSeconds: "150" });
    state.clock.advance(60_000);
    expect(drain(stream)).toEqual([]);
    state.store.create("nodes", pod("a/1"));
    state.clock.advance(59_999);
    expect(drain(stream)).toEqual([]);
    state.clock.advance(1);
    expect(drain(stream)).toEqual(["BOOKMARK @2"]);
    state.clock.advance(28_000);
    expect(drain(stream)).toEqual(["BOOKMARK @2"]);
    state.clock.advance(1999);
    expect([drain(stream), state.clock.pending]).toEqual([[], 1]);
    state.clock.advance(1);
    expect((await stream.next()).done).toBe(true);
    expect(state.clock.pending).toBe(0);
  });
});

describe("when a watch ends", () => {
  test("after 30 to 60 minutes by itself", async () => {
    const state = newState();
    const stream = watch({ ...state, random: (length) => new Uint8Array(length).fill(255) }, "", {
      resourceVersion: "1",
    });
    const next = stream.next();
    state.clock.advance(3_599_000);
    expect(state.clock.pending).toBe(1);
    state.clock.advance(1000);
    expect(await next).toEqual({ done: true, value: undefined });
  });

  test("with the signal, with the reader, and when the resource goes", async () => {
    const state = newState();
    const controller = new AbortController();
    const aborted = watch(state, "", { resourceVersion: "1" }, controller.signal);
    const returned = watch(state, "", { resourceVersion: "1" });
    const removed = watch(state, "", { resourceVersion: "1" });
    const waiting = aborted.next();
    controller.abort();
    expect((await waiting).done).toBe(true);
    await returned.return();
    state.catalog.remove(pods);
    for (const stream of [aborted, returned, removed]) expect((await stream.next()).done).toBe(true);
    put(state, pod("a/1"));
    expect([aborted, returned, removed].flatMap(drain)).toEqual([]);
    expect(state.clock.pending).toBe(0);
  });

  test("at once for a signal that has been aborted before", async () => {
    const state = newState();
    expect((await watch(state, "", {}, AbortSignal.abort()).next()).done).toBe(true);
    expect(state.clock.pending).toBe(0);
  });

  test("for a reader that is too far behind, after what was waiting, which is without a gap", async () => {
    const state = newState();
    const stream = watch(state, "", { resourceVersion: "1" });
    for (let revision = 1; revision <= 10_100; revision++) put(state, pod("a/1"));
    const versions: number[] = [];
    for await (const { object } of stream)
      versions.push(Number((object as { metadata: { resourceVersion: string } }).metadata.resourceVersion));
    expect(versions).toEqual(Array.from({ length: 10_000 }, (_, index) => index + 2));
    expect(state.clock.pending).toBe(0);
  });

  test("at once for a reader that has not read what is forgotten", async () => {
    const state = newState();
    const behind = watch(state, "", { resourceVersion: "1" });
    const abreast = watch(state, "", { resourceVersion: "1" });
    put(state, pod("a/1"));
    put(state, pod("a/2"));
    expect(drain(abreast)).toHaveLength(2);
    state.store.compact(state.store.revision);
    expect((await behind.next()).done).toBe(false);
    put(state, pod("a/3"));
    expect(drain(abreast)).toHaveLength(1);
    put(state, pod("a/4"));
    state.store.compact(state.store.revision);
    put(state, pod("a/5"));
    expect(drain(abreast)).toHaveLength(2);
    expect((await behind.next()).done).toBe(true);
  });

  test("not for what was there at the start, however much", () => {
    const state = newState();
    for (let index = 0; index < 12_000; index++) put(state, pod(`a/${index}`));
    expect(drain(watch(state, "", { resourceVersion: "0" }))).toHaveLength(12_000);
    expect(drain(watch(state, "", { resourceVersion: "1" }))).toHaveLength(12_000);
  });
});

function initialEvents(resourceVersion: string): Record<string, string> {
  return { resourceVersion, resourceVersionMatch: "NotOlderThan", sendInitialEvents: "1", allowWatchBookmarks: "1" };
}

function watch(
  state: Omit<ReadState, "store"> & Pick<ReadState, "store">,
  namespace: string,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal = forever,
): WatchStream {
  return watchObjects(state, { resource: pods, namespace }, optionsOf({ ...query, watch: "1" }), signal);
}

/** What is there to read, as texts. */
function drain(stream: WatchStream): string[] {
  const texts: string[] = [];
  for (let event = stream.takeReady(); event !== undefined; event = stream.takeReady()) texts.push(textOfEvent(event));
  return texts;
}

function textOfEvent(event: WatchEvent): string {
  if (event.type === "ERROR") return `ERROR ${event.object.code}`;
  if (event.type !== "BOOKMARK") return `${event.type} ${textOf(event.object)}`;
  const { resourceVersion, annotations = {} } = event.object.metadata;
  return `BOOKMARK @${resourceVersion}${annotations["k8s.io/initial-events-end"] === "true" ? " end" : ""}`;
}
