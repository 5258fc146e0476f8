import type { Cancellation } from "./cancellation.ts";

/**
 * Lets many requests share one signal at the price of one listener.
 *
 * A listener per request is slow, and Node warns of a leak from the eleventh on. The one listener stays for as long as
 * its signal lives.
 */
export class AbortListeners {
  readonly #bySignal = new WeakMap<AbortSignal, Set<Cancellation>>();

  /** Cancels `cancellation` when `signal` aborts, also when it has. */
  add(signal: AbortSignal, cancellation: Cancellation): void {
    if (signal.aborted) {
      cancellation.cancel(signal.reason);
      return;
    }
    let members = this.#bySignal.get(signal);
    if (members === undefined) {
      const added = new Set<Cancellation>();
      members = added;
      this.#bySignal.set(signal, added);
      signal.addEventListener("abort", () => {
        for (const member of [...added]) member.cancel(signal.reason);
      });
    }
    members.add(cancellation);
  }

  remove(signal: AbortSignal, cancellation: Cancellation): void {
    this.#bySignal.get(signal)?.delete(cancellation);
  }
}
