import type { Clock } from "@kubewright/api";
import { RuntimeError } from "../errors.ts";

/**
 * Tells whether a write may still leave this process.
 *
 * It passes before the lease was first held, for work that needs no lease, and for `renewDeadlineMs` after the moment just before the last
 * renewal that the server confirmed was handed to the connection. Then, or once the lease is known to be lost or was released, it never
 * passes again.
 *
 * Why that is safe: the server stored that renewal after it was handed over, and a candidate saw it later still. A candidate acquires the lease
 * no sooner than `leaseDurationMs` after it last saw the lease change, or found it deleted; one that starts after a deletion knows of no holder,
 * though. So what passes here was handed to the connection at least
 * `leaseDurationMs - renewDeadlineMs` before another can hold the lease: the time a request may take to arrive, and the room for monotonic
 * clocks that do not run equally fast (by half, with the defaults). Times of day are not compared, so that it does not matter when they jump. Not
 * counted is the time for which a machine sleeps, where its monotonic clock does not count it.
 */
export interface Fence {
  /** Throws RuntimeError `LEASE_LOST` once a lease that was held may be another's. */
  check(): void;
  /** For how long `check` will pass if nothing is renewed: Infinity before the lease was first held, 0 when it throws. */
  readonly remainingMs: number;
}

/** The fence of one lease, as the elector moves it. */
export class LeaseFence implements Fence {
  readonly #clock: Clock;
  readonly #lease: string;
  readonly #heldForMs: number;
  /** `check` throws from then on; Infinity before the lease was first held. Once reached, it never moves on. */
  #endMs: number = Number.POSITIVE_INFINITY;
  #heldMs: number | undefined;
  #why: string | undefined;

  /** `lease` names it in messages. */
  constructor(options: { readonly clock: Clock; readonly lease: string; readonly heldForMs: number }) {
    this.#clock = options.clock;
    this.#lease = options.lease;
    this.#heldForMs = options.heldForMs;
  }

  get remainingMs(): number {
    return Math.max(0, this.#endMs - this.#clock.monotonic());
  }

  /** When the last renewal that the server confirmed was handed over; undefined before the lease was first held. */
  get heldMs(): number | undefined {
    return this.#heldMs;
  }

  check(): void {
    if (this.remainingMs === 0) throw this.lost();
  }

  /** What `check` throws when it does. */
  lost(options: { readonly cause?: unknown } = {}): RuntimeError {
    const why = this.#why ?? `it was not renewed for ${this.#heldForMs} ms, and another process may hold it`;
    return new RuntimeError(
      "LEASE_LOST",
      `the lease ${this.#lease} is not ours any more: ${why}. Nothing more is written; end this process, so that it can start anew`,
      options,
    );
  }

  /** The server confirmed a renewal that was handed over at `sentMs`. False, and nothing changes, when it comes too late. */
  hold(sentMs: number): boolean {
    const now = this.#clock.monotonic();
    const endMs = sentMs + this.#heldForMs;
    if (now >= this.#endMs || now >= endMs) return false;
    if (this.#heldMs === undefined || sentMs > this.#heldMs) {
      this.#heldMs = sentMs;
      this.#endMs = endMs;
    }
    return true;
  }

  /** Lets nothing pass from now on. The first reason given is kept. */
  close(why?: string): void {
    this.#endMs = Number.NEGATIVE_INFINITY;
    this.#why ??= why;
  }
}
