import type { ManualClock } from "@kubewright/api";
import { sleep } from "@kubewright/client";
import type { TestHost } from "../../host.ts";
import type { Pace } from "./pace.ts";

/** So often in a row nothing has to happen until all is done that takes no time. */
const quietTurns = 8;
/** What never comes to rest is left to itself after so long. */
const mostTurns = 500;
/** By how much time moves on at most while something is waited for. */
const longestStepMs = 100;

/** Time goes by when a test says so, or waits for something: then from one scheduled call to the next, without waiting for any. */
export class ManualPace implements Pace {
  readonly clock: ManualClock;
  /** Time hardly moves where something is written without end. */
  readonly longestRealMs = 10_000;
  readonly #host: Pick<TestHost, "clock" | "nextTurn">;
  readonly #revision: () => number;
  /** How many wait for something. */
  #waiting = 0;
  #moving: Promise<void> | undefined;
  #mostTurns = mostTurns;

  /** `revision` changes with each write to the cluster. */
  constructor(clock: ManualClock, revision: () => number, host: Pick<TestHost, "clock" | "nextTurn">) {
    this.clock = clock;
    this.#revision = revision;
    this.#host = host;
  }

  async during<T>(work: Promise<T>): Promise<T> {
    this.#waiting++;
    this.#moving ??= this.#move();
    try {
      // An error of a scheduled call ends the waiting, too.
      return await Promise.race([work, this.#moving.then(() => work)]);
    } finally {
      this.#waiting--;
    }
  }

  /** Lets so much time go by, and all happen that is due in it. */
  async advance(ms: number): Promise<void> {
    if (!(ms >= 0 && ms < Number.POSITIVE_INFINITY)) throw new RangeError(`time cannot advance by ${ms} ms`);
    let isOver = false;
    await this.#settle();
    this.clock.schedule(ms, () => {
      isOver = true;
    });
    while (!isOver) {
      this.clock.advanceToNext();
      await this.#settle();
    }
  }

  /** From now on, what happens does not matter any more, only that it ends. */
  hurry(): void {
    this.#mostTurns = quietTurns;
  }

  async #move(): Promise<void> {
    try {
      while (this.#waiting > 0) {
        const before = this.#revision();
        await this.#settle();
        if (this.#waiting === 0) break;
        const step = this.clock.schedule(longestStepMs, () => {});
        this.clock.advanceToNext();
        step.cancel();
        await this.#settle();
        // Nothing happens: perhaps something is waited for that is no part of the cluster, and takes real time.
        if (this.#revision() === before && this.#waiting > 0) await sleep(1, { clock: this.#host.clock });
      }
    } finally {
      this.#moving = undefined;
    }
  }

  /** Resolves when all has happened that takes no time. */
  async #settle(): Promise<void> {
    let quiet = 0;
    for (let turn = 0; turn < this.#mostTurns && quiet < quietTurns; turn++) {
      const before = this.#state();
      await this.#host.nextTurn();
      quiet = this.#state() === before ? quiet + 1 : 0;
    }
  }

  #state(): string {
    return `${this.#revision()} ${this.clock.pending} ${this.clock.monotonic()}`;
  }
}
