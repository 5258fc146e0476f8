import { type MetadataObject, metadataOf } from "@kubewright/api";
import type { ResponseBody } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import type { ObjectEvent } from "../src/informer/object-event.ts";
import { CacheRig, type CacheRigOptions, turn, Widget, widget } from "./cache-rig.ts";
import type { MemoryServer } from "./fixture/memory-server.ts";

const Meta = metadataOf(Widget);

/** `+x`, `*x` for what was there, `~x`, `-x` */
function showMeta(event: ObjectEvent<MetadataObject>): string {
  const sign = { added: "isInitial" in event && event.isInitial ? "*" : "+", updated: "~", deleted: "-" }[event.type];
  return `${sign}${event.object.metadata.name}`;
}

/** Watches the metadata of widgets, and reads the whole widget at each event. */
async function world(options: CacheRigOptions = {}) {
  const rig = new CacheRig(options);
  const told: string[] = [];
  /** By name, what the last read showed. */
  const seen = new Map<string, number | undefined>();
  const reads: Promise<void>[] = [];
  const informer = rig.cache.informer(Meta);
  informer.addHandler((event) => {
    told.push(showMeta(event));
    const { namespace, name } = event.object.metadata;
    reads.push(rig.size(`${namespace}/${name}`).then((size) => void seen.set(name, size)));
  });
  rig.cache.start();
  await turn();
  const settle = async (): Promise<void> => {
    await turn();
    await Promise.all(reads.splice(0));
  };
  return { rig, informer, told, seen, settle, news: () => told.splice(0) };
}

/** Holds back what watches of whole objects are sent, while those of metadata go on. */
function slowWholes(server: MemoryServer) {
  let opened: Promise<void> = Promise.resolve();
  let open = (): void => {};
  const send = server.send.bind(server);
  server.send = async (request) => {
    const response = await send(request);
    const isMetadata = request.headers?.accept?.includes("PartialObjectMetadata") === true;
    if (isMetadata || !request.path.includes("watch=true")) return response;
    const { body } = response;
    const slow: ResponseBody = {
      text: () => body.text(),
      cancel: () => body.cancel(),
      async *[Symbol.asyncIterator]() {
        for await (const chunk of body) {
          await opened;
          yield chunk;
        }
      },
    };
    return { ...response, body: slow };
  };
  return {
    hold() {
      opened = new Promise((resolve) => {
        open = resolve;
      });
    },
    async release() {
      open();
      await turn();
    },
  };
}

describe("who is told by a watch of the metadata", () => {
  test("finds the change in the whole object, however late that comes", async () => {
    const { rig, seen, settle } = await world();
    const wholes = slowWholes(rig.server);
    await rig.client.list(Widget);
    for (const [name, step] of Object.entries({ made: 1, changed: 2 })) {
      wholes.hold();
      await rig.outsider.apply(widget("a/x", step, { labels: { name } }));
      await turn();
      await wholes.release();
      await settle();
      expect(seen.get("x"), name).toBe(step);
    }
    wholes.hold();
    await rig.outsider.delete(Widget, "a/x");
    await turn();
    await wholes.release();
    await settle();
    expect(seen.get("x")).toBeUndefined();
  });

  test("finds it also when the first read of the kind comes with the event", async () => {
    const { rig, seen, settle } = await world();
    const wholes = slowWholes(rig.server);
    wholes.hold();
    await rig.outsider.create(widget("a/x", 1));
    await turn();
    await rig.outsider.create(widget("a/y", 2));
    await rig.outsider.apply(widget("a/x", 3));
    await turn();
    await wholes.release();
    await settle();
    expect([...seen]).toEqual([
      ["x", 3],
      ["y", 2],
    ]);
  });

  test("is told of each change once, over the time when whole objects come to be known", async () => {
    const { rig, news, settle } = await world();
    await rig.outsider.create(widget("a/x", 1));
    await rig.outsider.create(widget("a/y", 1));
    // The first event leads to the first read of whole objects.
    await settle();
    expect(news()).toEqual(["+x", "+y"]);
    await rig.outsider.create(widget("a/z", 1));
    await rig.outsider.apply(widget("a/x", 2));
    await rig.outsider.delete(Widget, "a/y");
    await settle();
    expect(news()).toEqual(["+z", "~x", "-y"]);
  });

  test("loses nothing that happens while whole objects are listed", async () => {
    const { rig, informer, news, settle } = await world();
    for (const key of ["a/x", "a/y"]) await rig.outsider.create(widget(key, 1));
    await turn();
    await rig.cache.removeInformer(Widget);
    await turn();
    news();
    const wholes = slowWholes(rig.server);
    wholes.hold();
    const reading = rig.client.list(Widget);
    await turn();
    await rig.outsider.create(widget("a/z", 1));
    await rig.outsider.apply(widget("a/x", 2));
    await rig.outsider.delete(Widget, "a/y");
    await turn();
    expect(news()).toEqual([]);
    await wholes.release();
    await reading;
    await settle();
    expect(news().sort()).toEqual(["+z", "-y", "~x"]);
    expect([...informer.store.list()].map(({ metadata }) => metadata.name).sort()).toEqual(["x", "z"]);
  });

  test.each(["metadata first", "whole first"])("has one watch with those of the kind, %s", async (order) => {
    const rig = new CacheRig();
    const kinds = order === "metadata first" ? [Meta, Widget] : [Widget, Meta];
    for (const kind of kinds) rig.cache.informer(kind as typeof Widget);
    rig.cache.start();
    await rig.cache.whenSynced();
    expect(rig.server.openWatches).toBe(1);
    await rig.outsider.create(widget("a/x", 1));
    await turn();
    expect(await rig.client.get(Meta, "a/x")).not.toHaveProperty("spec");
    expect(await rig.size("a/x")).toBe(1);
  });

  test("has one watch also when whole objects are read later, and goes on when they are removed", async () => {
    const { rig, news, settle } = await world();
    await rig.client.list(Widget);
    await turn();
    expect(rig.server.openWatches).toBe(1);
    await rig.cache.removeInformer(Widget);
    await turn();
    expect(rig.server.openWatches).toBe(1);
    await rig.outsider.create(widget("a/x", 1));
    await settle();
    expect(news()).toEqual(["+x"]);
  });

  test("gets the metadata alone, of what is kept", async () => {
    const transform = <T>(object: T): T => ({ ...object, seen: true });
    const rig = new CacheRig({ transform });
    const informer = rig.cache.informer(Meta);
    rig.cache.start();
    await rig.outsider.create(widget("a/x", 1));
    await rig.client.list(Widget);
    expect([...informer.store.list()].map((object) => Object.keys(object))).toEqual([
      ["apiVersion", "kind", "metadata"],
    ]);
  });
});

describe("metadata of which other objects are kept than of the kind", () => {
  const byKind = [
    { kind: Widget, labelSelector: "app=x" },
    { kind: Meta, labelSelector: "" },
  ];

  test.each([
    { order: "first", kinds: [Meta, Widget] },
    { order: "last", kinds: [Widget, Meta] },
  ])("has a watch of its own, made $order", async ({ kinds }) => {
    const rig = new CacheRig({ byKind });
    for (const kind of kinds) rig.cache.informer(kind as typeof Widget);
    rig.cache.start();
    await rig.outsider.create(widget("a/x", 1, { labels: { app: "x" } }));
    await rig.outsider.create(widget("a/y", 1));
    await turn();
    expect(rig.server.openWatches).toBe(2);
    expect((await rig.client.list(Meta)).items).toHaveLength(2);
    expect((await rig.client.list(Widget)).items).toHaveLength(1);
  });
});
