import { type KubeObject, metadataOf } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { Informer } from "../src/informer/informer.ts";
import type { HandlerRegistration } from "../src/informer/object-event.ts";
import type { StreamProgress } from "../src/informer/stream-progress.ts";
import { InformerRig, show, showEvent, turn, Widget } from "./fixture/informer-rig.ts";

/** What a handler is told that another one adds when it hears of the first change. */
async function withHandlerAddedByAnother(): Promise<{ readonly rig: InformerRig; readonly told: readonly string[] }> {
  const rig = new InformerRig();
  await rig.start();
  const told: string[] = [];
  const first = rig.informer.addHandler(() => {
    record(rig.informer, told);
    first.remove();
  });
  await turn();
  return { rig, told };
}

function record(informer: Informer<Widget>, told: string[] = []): string[] {
  informer.addHandler((event) => told.push(showEvent(event)));
  return told;
}

describe("a handler", () => {
  test("that is there from the start is told of what exists as initial, then of each change", async () => {
    const rig = new InformerRig();
    const told = record(rig.informer);
    await rig.write("a/x");
    await rig.start();
    await rig.write("a/x", 2);
    await rig.write("a/y");
    await rig.remove("a/x");
    expect(told).toEqual(["*a/x=1", "~a/x=1>2", "+a/y=1", "-a/x=2"]);
  });

  test("that is added later is told of what exists then, and not before addHandler has returned", async () => {
    const rig = new InformerRig();
    await rig.write("a/x");
    await rig.start();
    await rig.write("a/x", 2);
    const told = record(rig.informer);
    expect(told).toEqual([]);
    await turn();
    await rig.write("a/x", 3);
    expect(told).toEqual(["*a/x=2", "~a/x=2>3"]);
  });

  test("that is added while another is told of a change hears of it once", async () => {
    const { rig, told } = await withHandlerAddedByAnother();
    await rig.write("a/x");
    await rig.write("a/x", 2);
    expect(told).toEqual(["*a/x=1", "~a/x=1>2"]);
  });

  test("that is added in the middle of a new list hears of each object once", async () => {
    const { rig, told } = await withHandlerAddedByAnother();
    rig.server.endWatches(new Error("broken"));
    await rig.write("a/x");
    await rig.write("a/y");
    rig.server.compact();
    await rig.pass(10_000);
    expect(told).toEqual(["*a/x=1", "*a/y=1"]);
  });

  test("that is removed is not called again, in the middle of a round neither", async () => {
    const rig = new InformerRig();
    await rig.start();
    const told: string[] = [];
    let second: HandlerRegistration | undefined;
    rig.informer.addHandler(() => second?.remove());
    second = rig.informer.addHandler((event) => told.push(showEvent(event)));
    await turn();
    await rig.write("a/x");
    expect(told).toEqual([]);
    second.remove();
  });

  test("that is removed at once is never called", async () => {
    const rig = new InformerRig();
    await rig.write("a/x");
    await rig.start();
    const told: string[] = [];
    const registration = rig.informer.addHandler((event) => told.push(showEvent(event)));
    registration[Symbol.dispose]();
    await rig.write("a/x", 2);
    expect(told).toEqual([]);
    await expect(registration.whenSynced()).rejects.toMatchObject({ code: "STOPPED" });
  });

  test("that is added after the stop is never called", async () => {
    const rig = new InformerRig();
    await rig.write("a/x");
    await rig.start();
    await rig.informer.stop();
    const told = record(rig.informer);
    await turn();
    expect(told).toEqual([]);
  });

  test("that throws is logged by the object's name, and nobody else notices", async () => {
    const rig = new InformerRig();
    rig.informer.addHandler(() => {
      throw new Error("broken");
    });
    const told = record(rig.informer);
    await rig.write("a/x");
    await rig.start();
    await rig.write("a/x", 2);
    expect(told).toEqual(["*a/x=1", "~a/x=1>2"]);
    expect(rig.phase).toBe("watching");
    const [line] = rig.log.lines.filter(({ level }) => level === "error");
    expect(line).toMatchObject({
      message: "an event handler failed",
      fields: { kind: "Widget", event: "added", object: { namespace: "a", name: "x" } },
    });
  });

  test("is synced when it was told of all that existed, in every namespace", async () => {
    const rig = new InformerRig({ namespaces: ["a", "b"] });
    await rig.write("a/x");
    const early = rig.informer.addHandler(() => {});
    await turn();
    expect(early.isSynced).toBe(false);
    await rig.start();
    expect(early.isSynced).toBe(true);
    const told: string[] = [];
    const late = rig.informer.addHandler((event) => told.push(showEvent(event)));
    expect(late.isSynced).toBe(false);
    await late.whenSynced();
    expect(told).toEqual(["*a/x=1"]);
    expect(late.isSynced).toBe(true);
  });

  test("is told with the store changed already", async () => {
    const rig = new InformerRig();
    const seen: unknown[] = [];
    rig.informer.addHandler(({ object }) => seen.push(rig.informer.store.get(`a/${object.metadata.name}`) === object));
    await rig.start();
    await rig.write("a/x");
    await rig.write("a/x", 2);
    await rig.remove("a/x");
    expect(seen).toEqual([true, true, false]);
  });
});

describe("resync", () => {
  test("tells each handler of everything again, as often as it asked for", async () => {
    const rig = new InformerRig({ resyncMs: 10_000 });
    await rig.write("a/x");
    const often: string[] = [];
    const never: string[] = [];
    const told = record(rig.informer);
    rig.informer.addHandler((event) => often.push(showEvent(event)), { resyncMs: 4_000 });
    rig.informer.addHandler((event) => never.push(showEvent(event)), { resyncMs: 0 });
    await rig.start();
    // With no chance in it, a resync comes a tenth early.
    await rig.pass(9_000);
    expect(told).toEqual(["*a/x=1", "^a/x=1"]);
    expect(often).toEqual(["*a/x=1", "^a/x=1", "^a/x=1"]);
    expect(never).toEqual(["*a/x=1"]);
  });

  test("has old and new the same", async () => {
    const rig = new InformerRig({ resyncMs: 1_000 });
    await rig.write("a/x");
    const same: boolean[] = [];
    rig.informer.addHandler((event) => void (event.type === "updated" && same.push(event.old === event.object)));
    await rig.start();
    await rig.pass(1_000);
    expect(same).toEqual([true]);
  });

  test.each([-1, Number.NaN])("every %s ms is refused", (resyncMs) => {
    const rig = new InformerRig();
    expect(() => rig.informer.addHandler(() => {}, { resyncMs })).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENT" }),
    );
  });
});

describe("what is kept", () => {
  test("is what transform gives, without managed fields where they are not wanted", async () => {
    const rig = new InformerRig({
      stripManagedFields: true,
      transform: (widget) => {
        seen.push("managedFields" in widget.metadata);
        return { ...widget, spec: { size: 10 * widget.spec!.size! } };
      },
    });
    const seen: boolean[] = [];
    const told = record(rig.informer);
    const managedFields = [{ manager: "someone" }];
    const metadata = { name: "x", namespace: "a", managedFields };
    await rig.server.client().create(Widget.of({ metadata, spec: { size: 1 } }));
    await rig.start();
    await rig.write("a/x", 2);
    await rig.remove("a/x");
    expect(told).toEqual(["*a/x=10", "~a/x=10>20", "-a/x=20"]);
    expect(seen).toEqual([false, false, false]);
  });

  test("is the object as it came when transform throws, which is logged", async () => {
    const rig = new InformerRig({
      transform: () => {
        throw new Error("broken");
      },
    });
    await rig.write("a/x");
    await rig.start();
    expect(rig.known).toEqual(["a/x=1"]);
    expect(rig.log.from("error")).toEqual(["error: transform failed: the object is kept as it is"]);
  });

  test("cannot be changed when it is frozen, and copies of it can", async () => {
    const rig = new InformerRig({ freezeObjects: true });
    await rig.write("a/x");
    await rig.start();
    const [kept] = rig.informer.store.list();
    expect(() => {
      kept!.spec!.size = 2;
    }).toThrow(TypeError);
    const copy = rig.informer.lister.get("a/x")!;
    copy.spec!.size = 2;
    expect(rig.known).toEqual(["a/x=1"]);
  });

  test("is the metadata alone for a projected kind", async () => {
    const rig = new InformerRig();
    await rig.write("a/x");
    const informer = new Informer<KubeObject>({
      client: rig.server.client(),
      kind: metadataOf(Widget),
      clock: rig.clock,
    });
    informer.start();
    await informer.whenSynced();
    expect([...informer.store.list()]).toEqual([
      { apiVersion: "example.com/v1", kind: "Widget", metadata: expect.objectContaining({ name: "x" }) },
    ]);
    await informer.stop();
  });
});

describe("namespaces", () => {
  test("have a stream each and one store, and a new list of one touches only its objects", async () => {
    const rig = new InformerRig({ namespaces: ["a", "b", "a"] });
    await rig.write("a/x");
    await rig.write("b/x");
    await rig.write("c/x");
    rig.asked();
    await rig.start();
    expect(rig.asked()).toEqual(
      ["a", "b"].map(
        (namespace) =>
          `namespaces/${namespace}/widgets?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`,
      ),
    );
    expect(rig.known).toEqual(["a/x=1", "b/x=1"]);
    const told = record(rig.informer);
    await turn();
    rig.server.endWatches(new Error("broken"));
    await rig.remove("a/x");
    rig.server.compact();
    await rig.pass(30_000);
    expect(told).toEqual(["*a/x=1", "*b/x=1", "?a/x=1"]);
    expect(rig.known).toEqual(["b/x=1"]);
  });

  test("say each up to which version they are known", async () => {
    const rig = new InformerRig({ namespaces: ["a", "b"] });
    expect(rig.informer.resourceVersionOf("a")).toBeUndefined();
    await rig.start();
    await rig.write("a/x");
    expect(rig.informer.resourceVersionOf("a")).toBe("101");
    expect(rig.informer.resourceVersionOf("b")).toBe("100");
    expect(rig.informer.resourceVersionOf("c")).toBeUndefined();
    expect(rig.informer.resourceVersionOf()).toBeUndefined();
    const all = rig.another({ namespaces: undefined } as never);
    all.start();
    await turn();
    expect(all.resourceVersionOf("c")).toBe("101");
  });

  test.each([{ namespaces: [] }, { namespaces: ["a", ""] }])("cannot be $namespaces", ({ namespaces }) => {
    expect(() => new InformerRig({ namespaces })).toThrow(expect.objectContaining({ code: "INVALID_SETUP" }));
  });

  test("are of no matter for a kind that has none", () => {
    const rig = new InformerRig();
    const kind = { ...Widget, scope: "Cluster" } as const;
    const informer = new Informer({ client: rig.server.client(), kind, namespaces: ["a"], clock: rig.clock });
    expect(informer.states).toEqual([{ phase: "idle", sinceMs: 0, unwatchedSinceMs: 0, isSynced: false }]);
  });
});

describe("selectors", () => {
  test("are the server's to apply, and what leaves them is deleted", async () => {
    const rig = new InformerRig({ labelSelector: "app=web" });
    await rig.write("a/x", 1, { app: "web" });
    await rig.write("a/y", 1, { app: "db" });
    rig.asked();
    await rig.start();
    expect(rig.asked()).toEqual([
      "widgets?labelSelector=app=web&watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
    ]);
    const told = record(rig.informer);
    await turn();
    await rig.write("a/x", 2, { app: "db" });
    await rig.write("a/y", 3, { app: "web" });
    expect(told).toEqual(["*a/x=1", "-a/x=2", "+a/y=3"]);
  });

  test("may be of fields", async () => {
    const rig = new InformerRig({ fieldSelector: { "metadata.name": "x" } });
    await rig.write("a/x");
    await rig.write("a/y");
    await rig.start();
    expect(rig.known).toEqual(["a/x=1"]);
  });
});

describe("an index", () => {
  test("finds what was there before it, and what comes after", async () => {
    const rig = new InformerRig({ indexes: { byName: ({ metadata }) => [metadata.name] } });
    await rig.write("a/x");
    await rig.start();
    rig.informer.addIndex("bySize", ({ spec }) => [String(spec?.size)]);
    await rig.write("b/x", 2);
    expect([...rig.informer.store.byIndex("bySize", "1")].map(show)).toEqual(["a/x=1"]);
    expect(rig.informer.lister.byIndex("bySize", "2").map(show)).toEqual(["b/x=2"]);
    expect(rig.informer.lister.byIndex("byName", "x", { namespace: "b" }).map(show)).toEqual(["b/x=2"]);
  });

  test("whose function throws finds nothing, is logged, and stops nothing", async () => {
    const rig = new InformerRig({
      indexes: {
        broken: () => {
          throw new Error("broken");
        },
      },
    });
    await rig.write("a/x");
    await rig.start();
    expect(rig.known).toEqual(["a/x=1"]);
    expect([...rig.informer.store.byIndex("broken", "")]).toEqual([]);
    expect(rig.log.from("error")).toEqual(["error: an index function failed: the index does not find the object"]);
  });
});

describe("progress", () => {
  function follow(rig: InformerRig): string[] {
    const steps: string[] = [];
    const showProgress = ({ namespace, resourceVersion, change }: StreamProgress<Widget>): string =>
      [namespace, resourceVersion || "?", change && showEvent(change), rig.known.join()].filter(Boolean).join(" ");
    rig.informer.onProgress((progress) => steps.push(showProgress(progress)));
    rig.informer.addHandler((event) => steps.push(showEvent(event)));
    return steps;
  }

  test("is told after the store changed and before handlers are, for events, bookmarks and lists", async () => {
    const rig = new InformerRig();
    await rig.write("a/x");
    const steps = follow(rig);
    await rig.start();
    await rig.write("a/x", 2);
    await rig.remove("a/x");
    rig.server.bookmark();
    await turn();
    expect(steps).toEqual([
      "? *a/x=1 a/x=1",
      "*a/x=1",
      "101 a/x=1",
      "102 ~a/x=1>2 a/x=2",
      "~a/x=1>2",
      "103 -a/x=2",
      "-a/x=2",
      "103",
    ]);
  });

  test("of a new list comes when the store is as the list says, all of it before any handler", async () => {
    const rig = new InformerRig({ namespaces: ["a"] });
    await rig.write("a/x");
    await rig.write("a/y");
    await rig.start();
    const steps = follow(rig);
    await turn();
    steps.length = 0;
    rig.server.endWatches(new Error("broken"));
    await rig.write("a/x", 2);
    await rig.remove("a/y");
    rig.server.compact();
    await rig.pass(10_000);
    expect(steps).toEqual(["a 104 ~a/x=1>2 a/x=2", "a 104 ?a/y=1 a/x=2", "a 104 a/x=2", "~a/x=1>2", "?a/y=1"]);
  });

  test("is told to nobody who has enough", async () => {
    const rig = new InformerRig();
    let count = 0;
    const progress = rig.informer.onProgress(() => count++);
    await rig.start();
    const before = count;
    progress[Symbol.dispose]();
    await rig.write("a/x");
    expect(count).toBe(before);
  });
});

describe("whenSynced", () => {
  test("ends with the signal", async () => {
    const rig = new InformerRig({ isServed: false });
    await rig.start();
    const controller = new AbortController();
    const synced = expect(rig.informer.whenSynced({ signal: controller.signal })).rejects.toThrow("enough");
    controller.abort(new Error("enough"));
    await synced;
  });

  test("resolves for those who ask later, too", async () => {
    const rig = new InformerRig();
    await rig.start();
    await rig.informer.whenSynced();
    await rig.informer.whenSynced({ signal: new AbortController().signal });
  });
});

test("state changes are told, one callback's failure to no other", async () => {
  const rig = new InformerRig();
  const phases: string[] = [];
  rig.informer.onStateChange(() => {
    throw new Error("broken");
  });
  const listening = rig.informer.onStateChange(({ phase, isSynced }) => phases.push(`${phase} ${isSynced}`));
  await rig.start();
  rig.server.endWatches(new Error("broken"));
  await rig.pass(800);
  listening[Symbol.dispose]();
  await rig.informer.stop();
  expect(phases).toEqual(["listing false", "watching true", "backing-off true", "watching true"]);
});
