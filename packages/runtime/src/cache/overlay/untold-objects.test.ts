import type { KubeObject } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { IndexedStore } from "../../informer/indexed-store.ts";
import { UntoldObjects } from "./untold-objects.ts";

/** An informer, by hand: of all namespaces, or with a stream for each of some. */
class World {
  readonly store = new IndexedStore<KubeObject>();
  /** `uid@version` of what was told to have come and gone. */
  readonly missed: string[] = [];
  readonly untold: UntoldObjects<KubeObject>;
  readonly #versions = new Map<string | undefined, string>();

  constructor() {
    const { store } = this;
    this.untold = new UntoldObjects({
      store,
      versionOf: (namespace) => this.#versions.get(undefined) ?? this.#versions.get(namespace),
      isSelective: false,
      tellMissed: ({ metadata }) => this.missed.push(`${metadata.uid}@${metadata.resourceVersion}`),
    });
  }

  written(key: string, uid: string, version: string): void {
    const object = make(key, uid, version);
    this.untold.add({ key, namespace: object.metadata.namespace, uid, version, object });
  }

  added(key: string, uid: string, version: string): void {
    const object = make(key, uid, version);
    this.store.set(key, object);
    this.#come(version, { change: { type: "added", object, isInitial: false } });
  }

  deleted(key: string, uid: string, version: string): void {
    this.store.delete(key);
    this.#come(version, { change: { type: "deleted", object: make(key, uid, version), isStateUnknown: false } });
  }

  bookmark(version: string): void {
    this.#come(version, {});
  }

  /** A list that shows what is in the store already. */
  list(version: string, namespace?: string): void {
    this.#come(version, { listedSince: this.#versions.get(namespace) ?? "", ...(namespace && { namespace }) });
  }

  #come(version: string, step: Omit<Parameters<World["untold"]["advance"]>[0], "resourceVersion">): void {
    this.#versions.set(step.namespace, version);
    this.untold.advance({ resourceVersion: version, ...step });
  }
}

function make(key: string, uid: string, resourceVersion: string): KubeObject {
  const [namespace = "", name = ""] = key.split("/");
  return { apiVersion: "v1", kind: "Widget", metadata: { namespace, name, uid, resourceVersion } };
}

describe("an object that was written, and is not in the list that follows", () => {
  test("came and went: it is told as it was written last", () => {
    const world = new World();
    world.list("3");
    world.written("a/x", "u", "5");
    world.written("a/x", "u", "7");
    world.written("a/x", "u", "6");
    world.list("9");
    expect(world.missed).toEqual(["u@7"]);
    expect(world.untold.size).toBe(0);
    world.list("10");
    expect(world.missed).toEqual(["u@7"]);
  });

  test("came and went before the very first list", () => {
    const world = new World();
    world.written("a/x", "u", "5");
    world.list("9");
    expect(world.missed).toEqual(["u@5"]);
  });

  test("may be younger than the list", () => {
    const world = new World();
    world.list("3");
    world.written("a/x", "u", "5");
    world.list("4");
    expect(world.missed).toEqual([]);
    world.added("a/x", "u", "5");
    world.deleted("a/x", "u", "6");
    expect(world.missed).toEqual([]);
    expect(world.untold.size).toBe(0);
  });

  test("is told when the write is answered after the list", () => {
    const world = new World();
    world.list("3");
    world.list("9");
    world.written("a/x", "u", "5");
    world.written("a/y", "old", "3");
    world.written("a/z", "later", "10");
    expect(world.missed).toEqual(["u@5"]);
    expect(world.untold.size).toBe(1);
  });

  test("is told each time when others were made and went under its key", () => {
    const world = new World();
    world.list("3");
    world.written("a/x", "u", "5");
    world.written("a/x", "v", "7");
    world.list("9");
    expect(world.missed).toEqual(["u@5", "v@7"]);
  });

  test("is told before another one that is there now", () => {
    const world = new World();
    world.list("3");
    world.written("a/x", "u", "5");
    world.added("a/x", "w", "8");
    expect(world.missed).toEqual(["u@5"]);
    world.list("9");
    expect(world.missed).toEqual(["u@5"]);
  });

  test("is one of the stream that listed", () => {
    const world = new World();
    world.list("3", "a");
    world.list("3", "b");
    world.written("a/x", "u", "5");
    world.written("b/x", "v", "5");
    world.list("9", "a");
    expect(world.missed).toEqual(["u@5"]);
    world.list("9", "b");
    expect(world.missed).toEqual(["u@5", "v@5"]);
  });

  test("is told when versions are no numbers", () => {
    const world = new World();
    world.list("v3");
    world.written("a/x", "u", "v5");
    world.added("a/y", "v", "v6");
    world.list("v9");
    expect(world.missed).toEqual(["u@v5"]);
  });
});

describe("an object of which a watch tells", () => {
  test("is not told again, whether the answer comes before, between or after its events", () => {
    const world = new World();
    world.list("3");
    world.written("a/x", "u", "5");
    world.added("a/x", "u", "5");
    world.written("a/x", "u", "5");
    world.deleted("a/x", "u", "6");
    world.written("a/x", "u", "5");
    world.bookmark("8");
    expect(world.missed).toEqual([]);
    expect(world.untold.size).toBe(0);
  });

  test("is told by it alone when the next one of its name was written, too", () => {
    const world = new World();
    world.list("3");
    world.written("a/x", "u", "5");
    world.written("a/x", "v", "7");
    world.added("a/x", "u", "5");
    world.deleted("a/x", "u", "6");
    world.added("a/x", "v", "7");
    expect(world.missed).toEqual([]);
    expect(world.untold.size).toBe(0);
  });
});

describe("an object that the informer has", () => {
  test("is told to be gone by it", () => {
    const world = new World();
    world.added("a/x", "u", "2");
    world.list("3");
    world.written("a/x", "u", "5");
    world.deleted("a/x", "u", "9");
    world.list("9");
    expect(world.missed).toEqual([]);
  });

  test("is not what was written under its name before it: that is over", () => {
    const world = new World();
    world.list("3");
    world.added("a/x", "w", "8");
    world.list("9");
    world.written("a/x", "u", "9");
    expect(world.missed).toEqual([]);
  });
});

test("an object that the informer does not select is not told", () => {
  const world = new World();
  world.list("3");
  world.untold.add({ key: "a/x", namespace: "a", uid: "u", version: "5", object: undefined });
  world.list("9");
  expect(world.missed).toEqual([]);
});
