import type { Client } from "@kubewright/client";
import { Manager } from "@kubewright/runtime";
import type { StartManagerOptions } from "./environment.ts";
import type { Pace } from "./pace/pace.ts";
import { RecentLog } from "./report/recent-log.ts";

/** How many lines of the managers' logs a failure shows. */
const shownLines = 15;

/** The operators under test. */
export class RunningManagers implements AsyncDisposable {
  readonly #pace: Pace;
  readonly #log = new RecentLog(shownLines);
  readonly #managers: { readonly manager: Manager; readonly ended: Promise<void> }[] = [];

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** What they logged last. */
  get logLines(): readonly string[] {
    return this.#log.lines;
  }

  async start(
    client: Client,
    setup: (manager: Manager) => unknown,
    { identity: _, interceptors: __, ...options }: StartManagerOptions,
  ): Promise<Manager> {
    const ownLog = options.log === undefined && options.logLevel === undefined ? { log: this.#log.logger() } : {};
    const manager = await Manager.create({
      metrics: false,
      health: false,
      // A test that ends does not wait for a reconciler that hangs.
      gracefulStopTimeoutMs: 5_000,
      ...ownLog,
      ...options,
      client,
      clock: this.#pace.clock,
      handleSignals: false,
    });
    try {
      await setup(manager);
    } catch (error) {
      await manager.stop();
      throw error;
    }
    const ended = manager.start();
    // Told when the environment is closed.
    ended.catch(() => {});
    this.#managers.push({ manager, ended });
    return manager;
  }

  /** Rejects with what made one of them end by itself. */
  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = [];
    for (const { manager, ended } of this.#managers.splice(0).reverse()) {
      await this.#pace.during(manager.stop());
      await ended.catch((error: unknown) => failures.push(error));
    }
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, "several managers failed");
  }
}
