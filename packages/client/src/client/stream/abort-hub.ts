interface Waiting {
  readonly callbacks: Set<(reason: unknown) => void>;
  readonly listener: () => void;
}

/** Tells many of one signal's abort at the price of one listener: from the eleventh on, Node warns of a leak. */
export class AbortHub {
  readonly #waiting: WeakMap<AbortSignal, Waiting> = new WeakMap();

  /** Calls `callback` with the reason when `signal` aborts later, unless the function it gives is called before. */
  onAbort(signal: AbortSignal, callback: (reason: unknown) => void): () => void {
    const waiting = this.#waiting.get(signal) ?? this.#listen(signal);
    waiting.callbacks.add(callback);
    return () => {
      waiting.callbacks.delete(callback);
      if (waiting.callbacks.size > 0 || this.#waiting.get(signal) !== waiting) return;
      this.#waiting.delete(signal);
      signal.removeEventListener("abort", waiting.listener);
    };
  }

  #listen(signal: AbortSignal): Waiting {
    const callbacks = new Set<(reason: unknown) => void>();
    const listener = () => {
      for (const callback of [...callbacks]) callback(signal.reason);
    };
    signal.addEventListener("abort", listener, { once: true });
    const waiting = { callbacks, listener };
    this.#waiting.set(signal, waiting);
    return waiting;
  }
}
