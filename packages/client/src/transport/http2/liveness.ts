import type { Clock, Scheduled } from "@kubewright/api";

/** How long nothing may come before the other side is asked for a sign of life, and how long it has for one. */
const quietMs = 30_000;
const answerMs = 15_000;

/** How long nothing has come when a request that is given up makes one doubt. */
const suspectMs = 5_000;

export interface LivenessEvents {
  onAsk(): void;
  onDead(): void;
}

/** Requests that are given up by themselves before this need not be watched over: they make one doubt then. */
export const patienceMs: number = quietMs + answerMs;

/** Notices when the other side of a connection is gone, though nobody closed it. */
export class Liveness {
  readonly #clock: Clock;
  readonly #events: LivenessEvents;
  /** When something came, or first could have come since. */
  #heardMs = 0;
  /** Whether nothing has come since then. */
  #isUnanswered = false;
  #isDoubtful = false;
  #timer: Scheduled | undefined;

  constructor(clock: Clock, events: LivenessEvents) {
    this.#clock = clock;
    this.#events = events;
  }

  /** Whether a sign of life was asked for and none has come yet. */
  get isDoubtful(): boolean {
    return this.#isDoubtful;
  }

  /** Whether nothing has come for so long that an unanswered request may be due to a dead connection. */
  get isSuspect(): boolean {
    return this.#clock.monotonic() - this.#heardMs >= suspectMs;
  }

  /** Something is sent after a rest: from now on, it may be expected that something comes, unless that was so already. */
  begin(): void {
    if (!this.#isUnanswered) this.#heardMs = this.#clock.monotonic();
    this.#isUnanswered = true;
  }

  /** Asks for a sign of life whenever nothing has come for long, until `stop`. */
  watch(): void {
    if (this.#timer === undefined) this.#checkIn(quietMs);
  }

  stop(): void {
    if (this.#timer === undefined) return;
    this.#timer.cancel();
    this.#timer = undefined;
    this.#isDoubtful = false;
  }

  /** Something came. Says whether it ended a doubt. */
  heard(): boolean {
    this.#heardMs = this.#clock.monotonic();
    this.#isUnanswered = false;
    if (!this.#isDoubtful) return false;
    this.#isDoubtful = false;
    this.#timer?.cancel();
    this.#checkIn(quietMs);
    return true;
  }

  /** Asks for a sign of life, unless one is awaited. */
  ask(): void {
    if (this.#isDoubtful) return;
    this.#isDoubtful = true;
    this.#timer?.cancel();
    this.#timer = this.#clock.schedule(answerMs, () => this.#events.onDead());
    this.#events.onAsk();
  }

  #checkIn(delayMs: number): void {
    this.#timer = this.#clock.schedule(delayMs, () => {
      const leftMs = this.#heardMs + quietMs - this.#clock.monotonic();
      if (leftMs > 0) this.#checkIn(leftMs);
      else this.ask();
    });
  }
}
