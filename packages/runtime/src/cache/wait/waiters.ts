import { onAbort } from "@kubewright/client";
import type { CallLimits } from "./call-limits.ts";

interface Waiter {
  readonly isDone: () => boolean;
  end(error?: { readonly reason: unknown }): void;
}

/** Those who wait for something that others say has come nearer. */
export class Waiters {
  readonly #waiters = new Set<Waiter>();
  #closed: { readonly reason: unknown } | undefined;

  /** Resolves when `isDone` holds. Rejects with the signal's reason, with what `late` gives when the time is over, or when closed. */
  wait(isDone: () => boolean, limits: CallLimits, late: () => Error): Promise<void> {
    if (isDone()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        isDone,
        end: (error) => {
          this.#waiters.delete(waiter);
          forgetAbort();
          forgetEnd();
          if (error === undefined) resolve();
          else reject(error.reason);
        },
      };
      this.#waiters.add(waiter);
      const forgetEnd = limits.onEnd(() => waiter.end({ reason: late() }));
      // Reached by `end` when the signal has aborted already.
      let forgetAbort = (): void => {};
      forgetAbort = onAbort(limits.signal, (reason) => waiter.end({ reason }));
      if (this.#closed !== undefined) waiter.end(this.#closed);
    });
  }

  /** Something changed: lets go who need not wait any more. */
  check(): void {
    for (const waiter of this.#waiters) if (waiter.isDone()) waiter.end();
  }

  /** Nothing will change any more. */
  close(reason: unknown): void {
    this.#closed = { reason };
    for (const waiter of this.#waiters) waiter.end(this.#closed);
  }
}
