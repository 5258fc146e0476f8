import { readFileSync } from "node:fs";
import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import type { QueueMetrics } from "../src/observability/metric/component-metrics.ts";
import { type TakenItem, WorkQueue } from "../src/queue/work-queue.ts";

interface Sequence {
  readonly steps: readonly Step[];
  readonly waited: readonly number[];
  readonly worked: readonly number[];
  readonly adds: number;
  readonly retries: number;
}

type Step = { readonly taken?: readonly TakenItem<string>[]; readonly length: number; readonly requeues?: number } & (
  | {
      readonly call: "add";
      readonly item: string;
      readonly priority?: number;
      readonly afterMs?: number;
      readonly rateLimited?: boolean;
    }
  | { readonly call: "done" | "forget"; readonly item: string }
  | { readonly call: "take" }
  | { readonly call: "pass"; readonly ms: number }
);

const { sequences } = JSON.parse(readFileSync(new URL("vectors/work-queue.json", import.meta.url), "utf8")) as {
  sequences: readonly Sequence[];
};

/** A queue with workers that wait, and what they got. */
class Replay {
  readonly clock = new ManualClock();
  readonly seconds = { waited: [] as number[], worked: [] as number[] };
  readonly counts = { adds: 0, retries: 0, depth: 0 };
  readonly queue: WorkQueue<string>;
  #taken: TakenItem<string>[] = [];

  constructor() {
    const metrics: QueueMetrics = {
      added: () => void this.counts.adds++,
      retried: () => void this.counts.retries++,
      depthChanged: (_, change) => {
        this.counts.depth += change;
      },
      taken: (seconds) => void this.seconds.waited.push(seconds),
      done: (seconds) => void this.seconds.worked.push(seconds),
      unfinished() {},
    };
    this.queue = new WorkQueue({ id: (item) => item, clock: this.clock, metrics });
  }

  /** Gives what workers got by it. */
  async play(step: Step): Promise<TakenItem<string>[]> {
    const { queue, clock } = this;
    this.#taken = [];
    if (step.call === "add") queue.add(step.item, step);
    else if (step.call === "done") queue.done(step.item);
    else if (step.call === "forget") queue.forget(step.item);
    else if (step.call === "take") void queue.take().then((taken) => this.#taken.push(taken!));
    for (let leftMs = step.call === "pass" ? step.ms : 0; leftMs > 0; leftMs--) {
      clock.advance(1);
      await settled();
    }
    await settled();
    return this.#taken;
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

describe("WorkQueue does what controller-runtime's priority queue does", () => {
  test.each(sequences.map((sequence, index) => ({ index, ...sequence })))("in sequence $index", async (sequence) => {
    const replay = new Replay();
    for (const [index, step] of sequence.steps.entries()) {
      const taken = await replay.play(step);
      const { length } = replay.queue;
      const requeues = "item" in step ? replay.queue.retries(step.item) : 0;
      const { taken: expected = [], requeues: expectedRequeues = 0 } = step;
      expect({ index, taken, length, requeues }).toEqual({
        index,
        taken: expected,
        length: step.length,
        requeues: expectedRequeues,
      });
    }
    const { adds, retries } = sequence;
    expect(replay.counts).toEqual({ adds, retries, depth: replay.queue.length });
    const milliseconds = (seconds: readonly number[]) => seconds.map((each) => Math.round(each * 1000));
    expect(milliseconds(replay.seconds.waited)).toEqual(milliseconds(sequence.waited));
    expect(milliseconds(replay.seconds.worked)).toEqual(milliseconds(sequence.worked));
  });
});
