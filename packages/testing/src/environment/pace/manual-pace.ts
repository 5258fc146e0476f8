import type { ManualClock } from "@kubewright/api";
import { sleep } from "@kubewright/client";
import type { TestHost } from "../../host.ts";
import type { Pace } from "./pace.ts";

/** So often in a row nothing has to happen until all is done that takes no time. */
const quietTurns = 8;
/** What never comes to rest is left to itself after so long. */
const mostTurns = 500;
/** After how much time, of what has passed in vain, there is a look at what takes real time; at least, and as a share of it. */
const pauseMs = 100;
const pauseShare = 0.02;

/** Time goes by when a test says so, or waits for something: then from one scheduled call to the next, without waiting for any. */
export class ManualPace implements Pace {
  readonly clock: ManualClock;
  /** Time hardly moves where something is written without end. */
  readonly longestSecondMs = 10_000;
  readonly #host: Pick<TestHost, "clock" | "nextTurn">;
  readonly #revision: () => number;
  /** How many wait for something. */
  #waiting = 0;
  #moving: Promise<void> | undefined;
  /** The next look at what takes real time; absent while nobody waits. */
  #pause: Pause | undefined;
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
      if (this.#waiting === 0) this.#dropPause();
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
    const startMs = this.clock.monotonic();
    try {
      for (;;) {
        await this.#settle();
        if (this.#waiting === 0) return;
        this.#pause ??= this.#pauseAfter(Math.max(pauseMs, pauseShare * (this.clock.monotonic() - startMs)));
        this.clock.advanceToNext();
        if (!this.#pause.isDue) continue;
        // Perhaps something is waited for that is no part of the cluster, and takes real time.
        this.#pause = undefined;
        await sleep(1, { clock: this.#host.clock });
      }
    } finally {
      this.#dropPause();
      this.#moving = undefined;
    }
  }

  #pauseAfter(ms: number): Pause {
    const pause: Pause = { isDue: false, cancel: () => timer.cancel() };
    const timer = this.clock.schedule(ms, () => {
      pause.isDue = true;
    });
    return pause;
  }

  #dropPause(): void {
    this.#pause?.cancel();
    this.#pause = undefined;
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

interface Pause {
  isDue: boolean;
  cancel(): void;
}
