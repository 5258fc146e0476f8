import { defineKind, type KubeObject } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { TriggerRig, turn } from "../../test/fixture/trigger-rig.ts";
import { enqueueObject } from "./handler.ts";
import { iterableSource } from "./iterable-source.ts";

const Pod = defineKind<KubeObject>({ group: "", version: "v1", kind: "Pod" });

interface Push {
  readonly repository: string;
}

const byRepository = ({ object }: { readonly object: Push }) => [{ namespace: "builds", name: object.repository }];

/** Gives what the test puts in. */
class Pipe<E> implements AsyncIterable<E> {
  isReturned = false;
  /** How often it was asked for the next. */
  asked = 0;
  readonly #waiting: {
    readonly resolve: (result: IteratorResult<E>) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  readonly #items: E[] = [];

  [Symbol.asyncIterator](): AsyncIterator<E> {
    return {
      next: () =>
        new Promise((resolve, reject) => {
          this.asked++;
          const item = this.#items.shift();
          if (item !== undefined) resolve({ done: false, value: item });
          else this.#waiting.push({ resolve, reject });
        }),
      return: async () => {
        this.isReturned = true;
        return { done: true, value: undefined };
      },
    };
  }

  async put(item: E): Promise<void> {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#items.push(item);
    else waiting.resolve({ done: false, value: item });
    await turn();
  }

  async end(): Promise<void> {
    this.#waiting.shift()?.resolve({ done: true, value: undefined });
    await turn();
  }

  async break(): Promise<void> {
    this.#waiting.shift()?.reject(new Error("connection lost"));
    await turn();
  }
}

describe("iterableSource", () => {
  test("calls its handler for everything that comes, of whatever form", async () => {
    const rig = new TriggerRig();
    const pipe = new Pipe<Push>();
    const source = iterableSource(pipe, byRepository, { name: "pushes" });
    expect(source.name).toBe("pushes");
    await source.start(rig.context);
    await pipe.put({ repository: "shop" });
    await pipe.put({ repository: "cart" });
    expect(rig.requests()).toEqual(["builds/shop", "builds/cart"]);
  });

  test("takes the handlers of kinds for objects", async () => {
    const rig = new TriggerRig();
    async function* pods(): AsyncGenerator<KubeObject> {
      yield Pod.of({ metadata: { namespace: "town", name: "a" } });
      yield Pod.of({ metadata: { namespace: "town", name: "b" } });
    }
    const source = iterableSource(pods(), enqueueObject());
    await source.start(rig.context);
    await turn();
    expect([source.name, rig.requests()]).toEqual(["iterable", ["town/a", "town/b"]]);
  });

  test("leaves out what its predicates leave out", async () => {
    const rig = new TriggerRig();
    const pipe = new Pipe<Push>();
    const predicates = [({ object }: { readonly object: Push }) => object.repository !== "cart"];
    await iterableSource(pipe, byRepository, { predicates }).start(rig.context);
    for (const repository of ["shop", "cart"]) await pipe.put({ repository });
    expect(rig.requests()).toEqual(["builds/shop"]);
  });

  test("asks its handler again when it fails", async () => {
    const rig = new TriggerRig();
    const pipe = new Pipe<Push>();
    let failures = 1;
    const handler = async (event: { readonly object: Push }) => {
      if (failures-- > 0) throw new Error("not now");
      return byRepository(event);
    };
    await iterableSource(pipe, handler).start(rig.context);
    await pipe.put({ repository: "shop" });
    expect(rig.requests()).toEqual([]);
    rig.clock.advance(100);
    await turn();
    expect(rig.requests()).toEqual(["builds/shop"]);
  });

  test("takes no more than its handler keeps up with", async () => {
    const rig = new TriggerRig();
    let taken = 0;
    async function* messages() {
      while (taken < 1000) yield ++taken;
    }
    const ends: (() => void)[] = [];
    const handler = () => new Promise<[]>((resolve) => ends.push(() => resolve([])));
    await iterableSource(messages(), handler).start(rig.context);
    await turn();
    expect(taken).toBe(16);
    for (const end of ends.splice(0, 4)) end();
    await turn();
    expect(taken).toBe(20);
    rig.stop();
    await turn();
    expect(taken).toBe(20);
  });

  test("takes no more than it can keep while its handler fails", async () => {
    const rig = new TriggerRig();
    let [taken, isUp] = [0, false];
    async function* messages() {
      while (taken < 3000) yield ++taken;
    }
    const handler = () => {
      if (!isUp) throw new Error("away");
      return [{ name: "a" }];
    };
    await iterableSource(messages(), handler).start(rig.context);
    await turn();
    expect(taken).toBe(1000);
    isUp = true;
    rig.clock.advance(60_000);
    await turn();
    expect([taken, rig.requests().length, rig.clock.pending]).toEqual([3000, 3000, 0]);
  });

  test("ends with the iterable", async () => {
    const rig = new TriggerRig();
    const pipe = new Pipe<Push>();
    await iterableSource(pipe, byRepository).start(rig.context);
    await pipe.end();
    expect(rig.log.from("debug")).toEqual(["debug: the source has ended"]);
    expect(rig.clock.pending).toBe(0);
  });

  test("ends when the iterable fails, and says so", async () => {
    const rig = new TriggerRig();
    const pipe = new Pipe<Push>();
    await iterableSource(pipe, byRepository).start(rig.context);
    await pipe.break();
    await pipe.put({ repository: "shop" });
    expect(rig.log.from("debug")).toEqual(["error: the source failed and tells nothing from now on"]);
    expect([rig.requests(), rig.clock.pending]).toEqual([[], 0]);
  });

  test("opens one again that was given as a function, later each time until something comes", async () => {
    const rig = new TriggerRig();
    const pipes: Pipe<Push>[] = [];
    const open = ({ signal }: { readonly signal: AbortSignal }) => {
      expect(signal).toBe(rig.context.signal);
      const pipe = new Pipe<Push>();
      pipes.push(pipe);
      return pipe;
    };
    await iterableSource(open, byRepository).start(rig.context);
    await turn();
    for (const delayMs of [1000, 2000, 4000]) {
      const before = pipes.length;
      await pipes.at(-1)!.break();
      rig.clock.advance(delayMs - 1);
      await turn();
      expect(pipes).toHaveLength(before);
      rig.clock.advance(1);
      await turn();
      expect(pipes).toHaveLength(before + 1);
    }
    await pipes.at(-1)!.put({ repository: "shop" });
    expect(rig.requests()).toEqual(["builds/shop"]);
    await pipes.at(-1)!.break();
    rig.clock.advance(1000);
    await turn();
    expect(pipes).toHaveLength(5);
  });

  test("opens one again that could not be opened", async () => {
    const rig = new TriggerRig();
    let tries = 0;
    const open = async () => {
      tries++;
      if (tries === 1) throw new Error("refused");
      return new Pipe<Push>();
    };
    await iterableSource(open, byRepository).start(rig.context);
    await turn();
    expect(rig.log.lines[0]).toMatchObject({
      message: "the source failed; it is opened again",
      fields: { err: new Error("refused"), delayMs: 1000 },
    });
    rig.clock.advance(1000);
    await turn();
    expect(tries).toBe(2);
  });

  test("tells the iterator to return when its signal aborts, and nothing to anyone any more", async () => {
    const rig = new TriggerRig();
    const pipe = new Pipe<Push>();
    await iterableSource(pipe, byRepository).start(rig.context);
    await turn();
    rig.stop();
    expect(pipe.isReturned).toBe(true);
    await pipe.put({ repository: "shop" });
    expect([rig.requests(), rig.log.lines, pipe.asked]).toEqual([[], [], 1]);
  });

  test("does not open again what fails because the signal aborts, and leaves no timer", async () => {
    const rig = new TriggerRig();
    const pipe = new Pipe<Push>();
    await iterableSource(() => pipe, byRepository).start(rig.context);
    await turn();
    await pipe.break();
    expect(rig.clock.pending).toBe(1);
    rig.stop();
    await turn();
    expect([rig.clock.pending, rig.log.lines.length]).toEqual([0, 1]);
  });

  test("does not start once its signal has aborted", async () => {
    const rig = new TriggerRig();
    rig.stop(new Error("enough"));
    await expect(iterableSource(new Pipe<Push>(), byRepository).start(rig.context)).rejects.toThrow("enough");
  });
});
