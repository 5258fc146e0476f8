import type { Clock, Scheduled } from "@kubewright/api";
import { onAbort } from "../../on-abort.ts";

/** Ends one request from outside: by the caller's signal, its deadline, or the transport's close. First come, first served. */
export class Cancellation {
  /** Told once, at the moment of cancellation. Whoever works on the request sets it. */
  onCancel: ((reason: unknown) => void) | undefined;
  readonly #active: Set<Cancellation>;
  #forgetSignal: (() => void) | undefined;
  #timer: Scheduled | undefined;
  #cancelled: { readonly reason: unknown } | undefined;

  /** It is one of `active` until it is disposed of. */
  constructor(active: Set<Cancellation>, signal?: AbortSignal) {
    this.#active = active;
    active.add(this);
    if (signal !== undefined) this.#forgetSignal = onAbort(signal, (reason) => this.cancel(reason));
  }

  cancel(reason: unknown): void {
    if (this.#cancelled !== undefined) return;
    this.#cancelled = { reason };
    this.onCancel?.(reason);
  }

  throwIfCancelled(): void {
    if (this.#cancelled !== undefined) throw this.#cancelled.reason;
  }

  /** What `promise` gives, unless the cancellation comes first; the promise then goes on unheard. */
  race<T>(promise: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      promise.then(resolve, reject);
      if (this.#cancelled !== undefined) reject(this.#cancelled.reason);
      else this.onCancel = reject;
    });
  }

  /** Cancels with `error()` after `delayMs`. */
  startDeadline(clock: Clock, delayMs: number, error: () => Error): void {
    this.#timer = clock.schedule(Math.max(0, delayMs), () => this.cancel(error()));
  }

  /** Lifts the deadline. */
  endDeadline(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** The request is done: nothing can cancel it any more. */
  dispose(): void {
    this.endDeadline();
    this.onCancel = undefined;
    this.#active.delete(this);
    this.#forgetSignal?.();
  }
}
