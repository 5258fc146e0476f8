import { onAbort } from "@kubewright/client";

/** Lets everyone pass from one moment on, or nobody. */
export class Gate {
  readonly #waiting = new Set<Waiting>();
  #outcome: { readonly error?: Error } | undefined;

  open(): void {
    this.#settle({});
  }

  /** Who waits gets the error. Without effect when it is open. */
  close(error: Error): void {
    this.#settle({ error });
  }

  /** Resolves when it is open. Rejects with the signal's reason, or with the error with which it was closed. */
  async wait(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#outcome === undefined) {
      await new Promise<void>((resolve, reject) => {
        const waiting: Waiting = () => {
          forget();
          resolve();
        };
        const forget = onAbort(signal, (reason) => {
          this.#waiting.delete(waiting);
          reject(reason);
        });
        this.#waiting.add(waiting);
      });
    }
    if (this.#outcome?.error !== undefined) throw this.#outcome.error;
  }

  #settle(outcome: { readonly error?: Error }): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = outcome;
    for (const pass of this.#waiting) pass();
    this.#waiting.clear();
  }
}

type Waiting = () => void;
