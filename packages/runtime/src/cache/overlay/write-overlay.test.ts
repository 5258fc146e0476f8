import { formatKey, type KubeObject } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { IndexedStore } from "../../informer/indexed-store.ts";
import { WriteOverlay } from "./write-overlay.ts";

/** An informer of all namespaces, by hand. */
class World {
  readonly store = new IndexedStore<KubeObject>();
  version = "";
  readonly overlay: WriteOverlay;

  constructor(isSelective = false) {
    const { store } = this;
    this.overlay = new WriteOverlay({ store, versionOf: () => this.version, isSelective, tellMissed: () => {} });
  }

  /** The informer tells of an object, or that it is gone. */
  tell(type: "set" | "deleted", key: string, uid: string, version: string, metadata: object = {}): void {
    const object = make(key, uid, version, metadata);
    this.version = version;
    const old = type === "set" ? this.store.set(key, object) : this.store.delete(key);
    const change =
      type === "deleted"
        ? { type, object, isStateUnknown: false }
        : old === undefined
          ? { type: "added" as const, object, isInitial: false }
          : { type: "updated" as const, old, object, isResync: false };
    this.overlay.advance({ resourceVersion: version, change });
  }

  bookmark(version: string): void {
    this.version = version;
    this.overlay.advance({ resourceVersion: version });
  }

  written(key: string, uid: string, version: string): void {
    const object = make(key, uid, version);
    this.overlay.written({ key, namespace: object.metadata.namespace, uid, version, object }, object);
  }

  deleted(key: string, uid: string, version?: string): void {
    this.overlay.deleted({ uid, key, namespace: key.split("/")[0], version });
  }

  /** `uid@version` of what is shown. */
  shown(key: string): string | undefined {
    const metadata = this.overlay.get(key)?.metadata;
    const listed = [...this.overlay.over(this.store.list(), undefined)].find(
      (object) => formatKey(object.metadata) === key,
    );
    expect(listed?.metadata).toEqual(metadata);
    return metadata && `${metadata.uid}@${metadata.resourceVersion}`;
  }
}

function make(key: string, uid: string, resourceVersion: string, metadata: object = {}): KubeObject {
  const [namespace = "", name = ""] = key.split("/");
  return { apiVersion: "v1", kind: "Widget", metadata: { namespace, name, uid, resourceVersion, ...metadata } };
}

describe("versions that are no numbers", () => {
  test("are shown until the informer tells something of the object", () => {
    const world = new World();
    world.tell("set", "a/x", "u", "v1");
    world.written("a/x", "u", "v2");
    expect(world.shown("a/x")).toBe("u@v2");
    world.tell("set", "a/y", "w", "v3");
    expect(world.shown("a/x")).toBe("u@v2");
    world.tell("set", "a/x", "u", "v2");
    expect(world.shown("a/x")).toBe("u@v2");
    expect(world.overlay.size).toBe(0);
  });

  test("are shown until a bookmark or the end of a list", () => {
    const world = new World();
    world.written("a/x", "u", "v2");
    world.written("a/x", "u", "v3");
    expect(world.shown("a/x")).toBe("u@v3");
    world.bookmark("v9");
    expect(world.shown("a/x")).toBeUndefined();
    expect(world.overlay.size).toBe(0);
  });

  test("need nothing when they are told already", () => {
    const world = new World();
    world.tell("set", "a/x", "u", "v1");
    world.written("a/x", "u", "v1");
    expect(world.overlay.size).toBe(0);
  });

  test("of deletions that are never told are forgotten with the bookmark after the server was asked", () => {
    const world = new World();
    world.deleted("a/x", "u");
    world.overlay.boundDeletions(world.overlay.unseenDeletions, "v5");
    expect(world.overlay.size).toBe(1);
    world.bookmark("v6");
    expect(world.overlay.size).toBe(0);
  });
});

describe("a list that shows another object where one was", () => {
  test("tells that the one that was deleted is gone", () => {
    const world = new World();
    world.tell("set", "a/x", "u", "1");
    world.deleted("a/x", "u");
    world.tell("set", "a/x", "w", "9");
    expect(world.shown("a/x")).toBe("w@9");
    expect(world.overlay.size).toBe(0);
  });
});

describe("an object that is told to be gone where the informer selects", () => {
  test("may come back for a moment, and stays hidden", () => {
    const world = new World(true);
    world.tell("set", "a/x", "u", "1");
    world.deleted("a/x", "u");
    world.tell("deleted", "a/x", "u", "2");
    world.tell("set", "a/x", "u", "3");
    expect(world.shown("a/x")).toBeUndefined();
    world.tell("deleted", "a/x", "u", "4");
    world.overlay.boundDeletions(world.overlay.unseenDeletions, "5");
    expect(world.overlay.size).toBe(1);
    world.bookmark("5");
    expect(world.overlay.size).toBe(0);
  });
});

describe("a pod that goes without time to end, which is written once more before", () => {
  const noTimeLeft = { deletionTimestamp: "2026-01-01T00:00:00Z", deletionGracePeriodSeconds: 0 };

  test("is hidden by a deletion all the time", () => {
    const world = new World();
    world.tell("set", "a/x", "u", "1");
    world.deleted("a/x", "u", "1");
    world.tell("set", "a/x", "u", "2", noTimeLeft);
    expect(world.shown("a/x")).toBeUndefined();
    world.tell("deleted", "a/x", "u", "3", noTimeLeft);
    expect(world.overlay.size).toBe(0);
  });

  test("is waited for to its end", () => {
    const world = new World();
    world.tell("set", "a/x", "u", "1");
    world.overlay.changed({ key: "a/x", namespace: "a", uid: "u", version: "1", until: "deletion" });
    world.tell("set", "a/x", "u", "2", noTimeLeft);
    expect(world.overlay.isSettled(() => true)).toBe(false);
    world.tell("deleted", "a/x", "u", "3", noTimeLeft);
    expect(world.overlay.isSettled(() => true)).toBe(true);
  });
});

describe("a deletion that was told", () => {
  test("is not remembered when a version of the object is known that the informer has passed", () => {
    const world = new World();
    world.bookmark("9");
    world.deleted("a/x", "u", "7");
    expect(world.overlay.size).toBe(0);
    world.deleted("a/x", "u", "11");
    expect(world.overlay.size).toBe(2);
    world.bookmark("11");
    expect(world.overlay.size).toBe(0);
  });

  test("is remembered when no version is known, or the informer selects", () => {
    const world = new World();
    world.bookmark("9");
    world.deleted("a/x", "u");
    expect(world.overlay.size).toBe(1);
    const selective = new World(true);
    selective.bookmark("9");
    selective.deleted("a/x", "u", "7");
    expect(selective.overlay.size).toBe(1);
  });
});

describe("many writes", () => {
  test("that no event tells of are forgotten as others come", () => {
    const world = new World();
    for (let at = 0; at < 100; at++) {
      const key = `a/${at}`;
      world.overlay.written(
        { key, namespace: "a", uid: key, version: String(at + 1), object: undefined },
        make(key, key, "1"),
      );
    }
    expect(world.overlay.size).toBe(100);
    for (let at = 0; at < 101; at++) world.tell("set", "b/x", "u", String(1000 + at));
    expect(world.overlay.size).toBe(0);
  });
});

describe("changes that reads wait for", () => {
  const change = (version: string, until: "version" | "deletion") =>
    ({ key: "a/x", namespace: "a", uid: "u", version, until }) as const;

  test("are waited for to the last of each sort, in whatever order their answers come", () => {
    const world = new World();
    const isSettled = (): boolean => world.overlay.isSettled(({ key }) => key === "a/x");
    world.tell("set", "a/x", "u", "1");
    world.overlay.changed(change("7", "version"));
    world.overlay.changed(change("5", "version"));
    world.tell("set", "a/x", "u", "5");
    expect(isSettled()).toBe(false);
    world.overlay.changed(change("5", "deletion"));
    world.tell("set", "a/x", "u", "7");
    expect(isSettled()).toBe(false);
    world.tell("deleted", "a/x", "u", "8");
    expect(isSettled()).toBe(true);
    expect(world.overlay.size).toBe(0);
  });

  test("are over with an own deletion, and need not be waited for after it", () => {
    const world = new World();
    world.tell("set", "a/x", "u", "1");
    world.overlay.changed(change("7", "version"));
    world.deleted("a/x", "u");
    world.overlay.changed(change("9", "version"));
    expect(world.overlay.isSettled(() => true)).toBe(true);
  });
});
