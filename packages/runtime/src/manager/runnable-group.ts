import { RuntimeError } from "../errors.ts";
import type { Runnable } from "./runnable.ts";

export interface RunnableGroupOptions {
  /** Told what a runnable rejects with, unless that is the reason for which it was stopped. */
  readonly onFailure: (error: unknown, name: string) => void;
}

/** Runnables that start and stop together. One that is added while the group runs starts at once. */
export class RunnableGroup {
  readonly #onFailure: (error: unknown, name: string) => void;
  readonly #stop = new AbortController();
  /** Added, but not started yet. */
  readonly #waiting: Runnable[] = [];
  /** Not ended yet, each with the name for messages. */
  readonly #running = new Map<Promise<void>, string>();
  #isStarted = false;

  constructor(options: RunnableGroupOptions) {
    this.#onFailure = options.onFailure;
  }

  /** The names of those that have not ended. */
  get running(): readonly string[] {
    return [...this.#running.values()];
  }

  /** Throws RuntimeError `STOPPED` once the group is stopped. */
  add(runnable: Runnable): void {
    if (this.#stop.signal.aborted) {
      throw new RuntimeError("STOPPED", `${nameOf(runnable)} was added to a manager that is stopped, or about to be`);
    }
    if (this.#isStarted) this.#run(runnable);
    else this.#waiting.push(runnable);
  }

  /** Starts those that were added, in that order. Does nothing once the group is stopped. */
  start(): void {
    this.#isStarted = true;
    if (this.#stop.signal.aborted) return;
    for (const runnable of this.#waiting.splice(0)) this.#run(runnable);
  }

  /** Tells all to end, and takes no more. */
  stop(reason: unknown): void {
    this.#waiting.length = 0;
    this.#stop.abort(reason);
  }

  /** Resolves when all have ended. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.keys());
  }

  #run(runnable: Runnable): void {
    const { signal } = this.#stop;
    const name = nameOf(runnable);
    const run = async (): Promise<void> => {
      try {
        await runnable.start({ signal });
      } catch (error) {
        if (!signal.aborted || error !== signal.reason) this.#onFailure(error, name);
      } finally {
        this.#running.delete(running);
      }
    };
    // Not before it is among those that run: a runnable may end at once.
    const running: Promise<void> = Promise.resolve().then(run);
    this.#running.set(running, name);
  }
}

function nameOf({ name }: Runnable): string {
  return name ?? "runnable";
}
