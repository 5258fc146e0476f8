import { formatKey, metadataOf, type ObjectKey } from "@kubewright/api";
import { ClientError } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import type { ObjectEvent } from "../src/informer/object-event.ts";
import { WorkQueue } from "../src/queue/work-queue.ts";
import { enqueueOwner } from "../src/trigger/handler.ts";
import { kindSource } from "../src/trigger/kind-source.ts";
import { AnswerGate, CacheRig, type CacheRigOptions, Place, turn, Widget, widget } from "./cache-rig.ts";

/** `+` added, `*` initial, `~` updated, `-` deleted, `?` deleted in an unknown state. */
function showEvent(event: ObjectEvent): string {
  const sign = { added: "+", updated: "~", deleted: "-" }[event.type];
  const isInitial = event.type === "added" && event.isInitial;
  const isUnknown = event.type === "deleted" && event.isStateUnknown;
  return `${isInitial ? "*" : isUnknown ? "?" : sign}${formatKey(event.object.metadata)}`;
}

async function start(options: CacheRigOptions = {}): Promise<{ rig: CacheRig; told: string[] }> {
  const rig = await CacheRig.started(options);
  const told: string[] = [];
  rig.cache.informer(Widget).addHandler((event) => told.push(showEvent(event)));
  await turn();
  return { rig, told };
}

/** The watch is lost. */
function lose({ server }: CacheRig): void {
  server.hold();
  server.endWatches(new ClientError("CONNECTION_LOST", "reset"));
}

/** The server is there again: it goes on, or has forgotten what happened, so that the informer lists. */
async function find(rig: CacheRig, isForgotten = true): Promise<void> {
  if (isForgotten) rig.server.compact();
  await rig.release();
  await rig.pass(5_000);
}

describe("an object that this process makes while no watch is open, and that goes before the next list", () => {
  test.each([{ hasWatchList: true }, { hasWatchList: false }])("is told to handlers with %o", async (options) => {
    const { rig, told } = await start(options);
    lose(rig);
    await rig.client.create(widget("a/x", 1));
    await rig.client.patch(Widget, "a/x", { merge: { spec: { size: 2 } } });
    await rig.outsider.delete(Widget, "a/x");
    await find(rig);
    expect(told).toEqual(["+a/x", "?a/x"]);
    expect(await rig.sizes()).toEqual([]);
    expect(rig.overlaySize).toBe(0);
  });

  test("leads to its owner", async () => {
    const { rig } = await start();
    const queue = new WorkQueue<ObjectKey>({ id: formatKey, clock: rig.clock });
    const informer = rig.cache.informer(Widget);
    const source = kindSource({ kind: Widget, informer, handler: enqueueOwner(Place) });
    const { clock, log } = rig;
    const { discovery } = rig.outsider;
    await source.start({ sink: queue, signal: new AbortController().signal, log, clock, discovery });
    lose(rig);
    const owner = { apiVersion: "example.com/v1", kind: "Place", name: "p", uid: "1", controller: true };
    await rig.client.create(widget("a/x", 1, { ownerReferences: [owner] }));
    await rig.outsider.delete(Widget, "a/x");
    await find(rig);
    expect(queue.tryTake()?.item).toEqual({ name: "p" });
    expect(queue.tryTake()).toBeUndefined();
  });

  test("is told when this process took it away itself", async () => {
    const { rig, told } = await start();
    lose(rig);
    await rig.client.create(widget("a/x"));
    await rig.client.delete(Widget, "a/x");
    await find(rig);
    expect(told).toEqual(["+a/x", "?a/x"]);
  });

  test("is told between the one that was there before it and the one that is there after it", async () => {
    const { rig } = await start();
    await rig.outsider.create(widget("a/x", 1));
    await turn();
    const told: string[] = [];
    rig.cache.informer(Widget).addHandler((event) => told.push(`${showEvent(event)}=${event.object.spec.size}`));
    await turn();
    lose(rig);
    await rig.outsider.delete(Widget, "a/x");
    await rig.client.create(widget("a/x", 2));
    await rig.outsider.delete(Widget, "a/x");
    await rig.outsider.create(widget("a/x", 3));
    await find(rig);
    expect(told).toEqual(["*a/x=1", "?a/x=1", "+a/x=2", "?a/x=2", "+a/x=3"]);
  });

  test("is told when the write is answered after the list", async () => {
    const gate = new AnswerGate();
    const { rig, told } = await start({ interceptors: [gate.interceptor] });
    lose(rig);
    gate.close();
    const writing = rig.client.create(widget("a/x"));
    await turn();
    await rig.outsider.delete(Widget, "a/x");
    await find(rig);
    expect(told).toEqual([]);
    gate.open();
    await writing;
    expect(told).toEqual(["+a/x", "?a/x"]);
    expect(rig.overlaySize).toBe(0);
  });

  test("is told to those who follow metadata alone", async () => {
    const { rig, told } = await start();
    const metadata: string[] = [];
    rig.cache.informer(metadataOf(Widget)).addHandler((event) => metadata.push(showEvent(event)));
    await turn();
    lose(rig);
    await rig.client.create(widget("a/x"));
    await rig.outsider.delete(Widget, "a/x");
    await rig.outsider.create(widget("a/x"));
    await find(rig);
    expect(told).toEqual(["+a/x", "?a/x", "+a/x"]);
    expect(metadata).toEqual(told);
    expect(rig.overlaySize).toBe(0);
  });

  test("is not told when it is none of those that the informer has", async () => {
    const { rig, told } = await start({ namespaces: ["a", "b"], labelSelector: "in=yes" });
    lose(rig);
    const labels = { in: "yes" };
    for (const object of [widget("a/in", 1, { labels }), widget("a/out"), widget("c/in", 1, { labels })]) {
      await rig.client.create(object);
      await rig.outsider.delete(object);
    }
    await find(rig);
    expect(told).toEqual(["+a/in", "?a/in"]);
    expect(rig.overlaySize).toBe(0);
  });

  test("is told when its kind is served again", async () => {
    const { rig, told } = await start();
    rig.server.hold();
    await rig.client.create(widget("a/x"));
    rig.server.unserve(Widget);
    await rig.pass(2_000);
    rig.server.serve(Widget);
    await rig.release();
    await rig.pass(10_000);
    expect(told).toEqual(["+a/x", "?a/x"]);
  });
});

test.each([
  { name: "goes on where it was", isForgotten: false, events: ["+a/x", "~a/x", "-a/x"] },
  { name: "has forgotten what happened", isForgotten: true, events: ["+a/x", "?a/x"] },
])("an object that comes and goes is told once by a server that $name", async ({ isForgotten, events }) => {
  const { rig, told } = await start();
  lose(rig);
  await rig.client.create(widget("a/x", 1));
  await rig.client.patch(Widget, "a/x", { merge: { spec: { size: 2 } } });
  await rig.outsider.delete(Widget, "a/x");
  await find(rig, isForgotten);
  rig.server.bookmark();
  await turn();
  expect(told).toEqual(events);
  expect(rig.overlaySize).toBe(0);
});

test("an object that is still there is told as it comes, and not to be gone", async () => {
  const { rig, told } = await start();
  lose(rig);
  await rig.client.create(widget("a/x"));
  await find(rig);
  expect(told).toEqual(["+a/x"]);
});
