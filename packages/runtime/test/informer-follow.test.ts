import { describe, expect, test } from "vitest";
import { InformerRig, type InformerRigOptions, showEvent, turn, type Widget } from "./fixture/informer-rig.ts";

/** One informer that is synced, with what its handler is told, and another one that is not started. */
async function pair(options: InformerRigOptions = {}) {
  const rig = new InformerRig(options);
  await rig.writeAll("a/x", "a/y", "b/z");
  const { informer } = rig;
  const source = rig.another();
  const told: string[] = [];
  informer.addHandler((event) => told.push(showEvent(event)));
  await rig.start();
  await informer.whenSynced();
  return { rig, informer, source, told, news: () => told.splice(0) };
}

const same = (object: Widget): Widget => object;

describe("an informer that follows another", () => {
  test("tells what changed until the other is synced as changes, and nothing that it told before", async () => {
    const { rig, informer, source, news } = await pair();
    expect(news().sort()).toEqual(["*a/x=1", "*a/y=1", "*b/z=1"]);
    informer.follow(source, same);
    await rig.write("a/new");
    await rig.write("a/x", 2);
    await rig.remove("a/y");
    expect(news()).toEqual([]);
    source.start();
    await source.whenSynced();
    expect(news().sort()).toEqual(["+a/new=1", "?a/y=1", "~a/x=1>2"]);
    expect(rig.known).toEqual(await rig.stored());
    expect(informer.resourceVersionOf()).toBe(source.resourceVersionOf());
  });

  test("tells each later change once, after the store of the other has it", async () => {
    const { rig, informer, source, news } = await pair();
    const isThere: boolean[] = [];
    informer.follow(source, same);
    source.start();
    await turn();
    news();
    informer.addHandler(({ type, object }) => {
      if (type === "deleted") isThere.push(source.store.get("a/n") !== undefined);
      else isThere.push(source.store.get("a/n") === object);
    });
    await turn();
    isThere.splice(0);
    await rig.write("a/n");
    await rig.write("a/n", 2);
    await rig.remove("a/n");
    expect(news()).toEqual(["+a/n=1", "~a/n=1>2", "-a/n=2"]);
    expect(isThere).toEqual([true, true, false]);
  });

  test("asks the server nothing", async () => {
    const { rig, informer, source } = await pair();
    rig.asked();
    informer.follow(source, same);
    source.start();
    await turn();
    expect(rig.server.openWatches).toBe(1);
    expect(rig.asked()).toHaveLength(1);
  });

  test("is where the other is", async () => {
    const { rig, informer, source } = await pair();
    const phases: string[] = [];
    informer.onStateChange(({ phase }) => phases.push(phase));
    informer.follow(source, same);
    expect(informer.states).toMatchObject([{ phase: "idle", isSynced: true }]);
    source.start();
    await turn();
    rig.server.unserve(source.kind);
    await rig.pass(1_000);
    expect(informer.states).toMatchObject([{ phase: "missing", isSynced: true }]);
    expect([...new Set(phases)]).toEqual(["idle", "listing", "watching", "missing"]);
    expect(rig.known).toEqual([]);
  });

  test("follows over a relist of the other", async () => {
    const { rig, informer, source, news } = await pair();
    informer.follow(source, same);
    source.start();
    await turn();
    news();
    rig.server.hold();
    await rig.write("a/n");
    await rig.remove("a/x");
    rig.server.compact();
    rig.server.endWatches();
    rig.server.release();
    await rig.pass(5_000);
    expect(news().sort()).toEqual(["+a/n=1", "?a/x=1"]);
    expect(rig.known).toEqual(await rig.stored());
  });

  test("is synced with the other, when it was not before", async () => {
    const rig = new InformerRig();
    await rig.writeAll("a/x");
    const { informer } = rig;
    const source = rig.another();
    const told: string[] = [];
    informer.addHandler((event) => told.push(showEvent(event)));
    informer.follow(source, same);
    informer.start();
    await turn();
    expect(informer.isSynced).toBe(false);
    source.start();
    await informer.whenSynced();
    expect(told).toEqual(["*a/x=1"]);
  });

  test("joins one that is synced already", async () => {
    const { rig, informer, source, news } = await pair();
    source.start();
    await source.whenSynced();
    rig.server.hold();
    informer.follow(source, same);
    expect(rig.known).toEqual(await rig.stored());
    expect(news()).toHaveLength(3);
  });

  test("keeps what is made of the other's objects, as it is made", async () => {
    const transform = (object: Widget): Widget => ({ ...object, spec: { size: (object.spec?.size ?? 0) * 10 } });
    const { rig, informer, source, news } = await pair({ transform });
    informer.follow(source, ({ spec, ...object }) => ({ ...object, spec: { size: (spec?.size ?? 0) + 1 } }));
    source.start();
    await turn();
    news();
    await rig.write("a/x", 2);
    expect(news()).toEqual(["~a/x=11>21"]);
    expect(rig.known).toContain("a/x=21");
  });

  test("asks the server itself again when that is over", async () => {
    const { rig, informer, source, news } = await pair();
    const following = informer.follow(source, same);
    source.start();
    await turn();
    following[Symbol.dispose]();
    await source.stop();
    await turn();
    news();
    await rig.write("a/x", 2);
    await rig.remove("a/y");
    expect(news()).toEqual(["~a/x=1>2", "-a/y=1"]);
    expect([rig.server.openWatches, informer.states[0]?.phase]).toEqual([1, "watching"]);
    await informer.stop();
    expect([rig.server.openWatches, rig.clock.pending]).toEqual([0, 0]);
  });

  test("is stopped for good", async () => {
    const { rig, informer, source, news } = await pair();
    const following = informer.follow(source, same);
    source.start();
    await turn();
    await informer.stop();
    news();
    await rig.write("a/x", 2);
    following[Symbol.dispose]();
    await turn();
    expect(news()).toEqual([]);
    expect(rig.server.openWatches).toBe(1);
  });

  test("has one stream for each namespace, as the other has", async () => {
    const { rig, informer, source, news } = await pair({ namespaces: ["a", "b"] });
    informer.follow(source, same);
    source.start();
    await turn();
    news();
    await rig.write("a/x", 2);
    await rig.write("b/z", 2);
    expect(news()).toEqual(["~a/x=1>2", "~b/z=1>2"]);
    expect(informer.resourceVersionOf("b")).toBe(source.resourceVersionOf("b"));
    expect(() => informer.follow(rig.another({ namespaces: ["a"] }), same)).toThrow(
      "the informer of Widget cannot follow one of other namespaces",
    );
  });

  test("is counted with the other only", async () => {
    const counted: string[] = [];
    const metrics = {
      objects: () => void counted.push("objects"),
      listed: () => void counted.push("listed"),
      synced: () => void counted.push("synced"),
      watchAlive: () => void counted.push("watchAlive"),
      failed: () => void counted.push("failed"),
      event: () => void counted.push("event"),
      stopped: () => void counted.push("stopped"),
    };
    const rig = new InformerRig();
    const informer = rig.another({ metrics });
    const source = rig.another();
    informer.start();
    await turn();
    counted.splice(0);
    const following = informer.follow(source, same);
    source.start();
    await rig.writeAll("a/x");
    expect(counted).toEqual(["stopped"]);
    following[Symbol.dispose]();
    await turn();
    expect(counted).toContain("synced");
  });
});
