import { ClientError } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { InformerRig, showEvent, Widget } from "./fixture/informer-rig.ts";
import { Outage } from "./fixture/outage.ts";
import { withoutBookmarks } from "./fixture/without-bookmarks.ts";

const lost = (): ClientError => new ClientError("CONNECTION_LOST", "the connection was reset");

describe("the first list", () => {
  test("comes on the watch itself when the server can stream it", async () => {
    const rig = new InformerRig();
    await rig.write("a/x");
    rig.asked();
    await rig.start();
    expect(rig.asked()).toEqual(["widgets?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"]);
    expect(rig.known).toEqual(["a/x=1"]);
    expect(rig.informer.isSynced).toBe(true);
    expect(rig.phase).toBe("watching");
    await rig.write("a/y");
    expect(rig.known).toEqual(["a/x=1", "a/y=1"]);
  });

  test("comes in pages when the server refuses to stream it, and is not asked for another way again", async () => {
    const rig = new InformerRig({ hasWatchList: false, pageSize: 2 });
    await rig.writeAll("a/v", "a/w", "a/x", "a/y", "a/z");
    rig.asked();
    await rig.start();
    expect(rig.asked()).toEqual([
      "widgets?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
      "widgets?limit=2",
      "widgets?limit=2&continue=105:1",
      "widgets?limit=2&continue=105:2",
      "widgets?watch=true&resourceVersion=105",
    ]);
    expect(rig.known).toEqual(["a/v=1", "a/w=1", "a/x=1", "a/y=1", "a/z=1"]);
    expect(rig.phase).toBe("watching");

    rig.server.endWatches(lost());
    await rig.write("a/u");
    rig.server.compact();
    rig.asked();
    await rig.pass(10_000);
    expect(rig.asked()).toEqual([
      "widgets?watch=true&resourceVersion=105",
      "widgets?limit=2&resourceVersion=105&resourceVersionMatch=NotOlderThan",
      "widgets?limit=2&continue=106:3",
      "widgets?limit=2&continue=106:4",
      "widgets?watch=true&resourceVersion=106",
    ]);
  });

  test("is read without pages when the server forgets the pages on the way", async () => {
    let pages = 0;
    const rig: InformerRig = new InformerRig({
      useWatchList: false,
      pageSize: 2,
      interceptors: [
        async (request, next) => {
          if (request.path.includes("continue=") && ++pages === 2) {
            await rig.server.client().delete(Widget, "a/v");
            rig.server.compact();
          }
          return await next(request);
        },
      ],
    });
    const told: string[] = [];
    rig.informer.addHandler((event) => told.push(showEvent(event)));
    await rig.writeAll("a/v", "a/w", "a/x", "a/y", "a/z");
    rig.asked();
    await rig.start();
    expect(rig.asked().filter((line) => line.startsWith("widgets"))).toEqual([
      "widgets?limit=2",
      "widgets?limit=2&continue=105:1",
      "widgets?limit=2&continue=105:2",
      "widgets",
      "widgets?watch=true&resourceVersion=106",
    ]);
    expect(rig.known).toEqual(await rig.stored());
    expect(told).toEqual(["*a/v=1", "*a/w=1", "*a/x=1", "*a/y=1", "*a/z=1", "?a/v=1"]);
  });

  test("is tried again when it breaks off in the middle, and nothing is told twice", async () => {
    const outage = new Outage();
    outage.applies = ({ path }) => path.includes("continue=");
    outage.isOn = true;
    const rig = new InformerRig({ useWatchList: false, pageSize: 1, interceptors: [outage.interceptor] });
    const told: string[] = [];
    rig.informer.addHandler((event) => told.push(showEvent(event)));
    await rig.write("a/x");
    await rig.write("a/y");
    await rig.start();
    expect(rig.phase).toBe("backing-off");
    expect(rig.informer.isSynced).toBe(false);
    outage.isOn = false;
    await rig.pass(800);
    expect(rig.phase).toBe("watching");
    expect(rig.informer.isSynced).toBe(true);
    expect(told).toEqual(["*a/x=1", "*a/y=1"]);
  });

  test.each([
    { ends: "in good order", error: undefined },
    { ends: "with JSON that is no event", error: new ClientError("UNEXPECTED_RESPONSE", "what is this?") },
  ])("falls back to pages when the stream of it ends $ends before it is complete", async ({ error }) => {
    const rig: InformerRig = new InformerRig({
      interceptors: [
        async (request, next) => {
          const response = await next(request);
          if (request.path.includes("sendInitialEvents")) rig.server.endWatches(error);
          return request.path.includes("sendInitialEvents")
            ? { ...response, body: withoutBookmarks(response.body) }
            : response;
        },
      ],
    });
    await rig.write("a/x");
    rig.asked();
    await rig.start();
    expect(rig.phase).toBe("backing-off");
    await rig.pass(800);
    expect(rig.asked()).toEqual([
      "widgets?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
      "widgets?limit=500",
      "widgets?watch=true&resourceVersion=101",
    ]);
    expect(rig.known).toEqual(["a/x=1"]);
  });
});
