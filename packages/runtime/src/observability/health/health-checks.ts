import type { Clock } from "@kubewright/api";
import { systemClock } from "@kubewright/client";
import { RuntimeError } from "../../errors.ts";
import { type Logger, silentLogger } from "../log/logger.ts";
import type { HealthCheck } from "./health-check.ts";

export interface HealthChecksOptions {
  /** For messages: `healthz`, `readyz`. */
  readonly name: string;
  /** How long a check may take. @default 5_000 */
  readonly timeoutMs?: number;
  readonly log?: Logger;
  /** @default the host's */
  readonly clock?: Clock;
}

/** What one check said. */
export interface HealthResult {
  readonly name: string;
  /** Why it failed; absent when all is well. */
  readonly error?: unknown;
  /** It was not asked. */
  readonly isExcluded?: boolean;
}

export interface HealthReport {
  /** Whether no check failed. */
  readonly isHealthy: boolean;
  /** By name. */
  readonly results: readonly HealthResult[];
  /** What was to be left out, and is no check. */
  readonly unknownExcludes: readonly string[];
}

/** Named checks, all of which must pass. With none, `ping` is one. Checks may be added and removed at any time. */
export class HealthChecks {
  readonly name: string;
  readonly #timeoutMs: number;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #checks = new Map<string, HealthCheck>();
  /** Under way. Whoever asks meanwhile gets the same answer, so that slow checks do not pile up. */
  readonly #running = new Map<HealthCheck, Promise<HealthResult>>();
  readonly #failing = new Set<string>();

  constructor(options: HealthChecksOptions) {
    this.name = options.name;
    this.#timeoutMs = options.timeoutMs ?? 5000;
    this.#log = options.log ?? silentLogger;
    this.#clock = options.clock ?? systemClock;
  }

  /**
   * Adds a check. Disposing of what it gives takes it away.
   *
   * Throws RuntimeError `INVALID_ARGUMENT` for a name that is taken, or cannot be a path.
   */
  add(name: string, check: HealthCheck): Disposable {
    const problem = this.#checks.has(name)
      ? "there is one of this name; choose another"
      : name.split("/").some((part) => part === "" || part === "." || part === "..")
        ? "its name cannot be part of a path; use letters, digits and dashes"
        : undefined;
    if (problem !== undefined) {
      throw new RuntimeError(
        "INVALID_ARGUMENT",
        `cannot add the ${this.name} check ${JSON.stringify(name)}: ${problem}`,
      );
    }
    this.#checks.set(name, check);
    return {
      [Symbol.dispose]: () => {
        if (this.#checks.get(name) !== check) return;
        this.#checks.delete(name);
        this.#failing.delete(name);
      },
    };
  }

  /** Asks all checks at once, but those to be left out. Never rejects. */
  async run(options: { readonly exclude?: Iterable<string> } = {}): Promise<HealthReport> {
    const exclude = new Set(options.exclude);
    const asked = [...this.#checks].map(async ([name, check]): Promise<HealthResult> => {
      return exclude.delete(name) ? { name, isExcluded: true } : await this.#ask(name, check);
    });
    const unknownExcludes = [...exclude];
    const results = asked.length === 0 ? [{ name: "ping" }] : await Promise.all(asked);
    results.sort((a, b) => (a.name < b.name ? -1 : 1));
    return { isHealthy: results.every((result) => !("error" in result)), results, unknownExcludes };
  }

  /** Asks one check; undefined when there is none of this name. Never rejects. */
  async runOne(name: string): Promise<HealthResult | undefined> {
    if (this.#checks.size === 0 && name === "ping") return { name };
    const check = this.#checks.get(name);
    return check && (await this.#ask(name, check));
  }

  #ask(name: string, check: HealthCheck): Promise<HealthResult> {
    let running = this.#running.get(check);
    if (running === undefined) {
      running = this.#start(name, check).finally(() => this.#running.delete(check));
      this.#running.set(check, running);
    }
    return running;
  }

  async #start(name: string, check: HealthCheck): Promise<HealthResult> {
    const controller = new AbortController();
    let timer: { cancel(): void } | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = this.#clock.schedule(this.#timeoutMs, () => {
        const error = new Error(`no answer within ${this.#timeoutMs} ms`);
        reject(error);
        controller.abort(error);
      });
    });
    try {
      await Promise.race([(async () => await check({ signal: controller.signal }))(), timeout]);
      if (this.#failing.delete(name)) this.#log.info({ check: name }, `${this.name} check passes again`);
      return { name };
    } catch (error) {
      const level = this.#failing.has(name) ? "debug" : "warn";
      this.#failing.add(name);
      this.#log[level]({ check: name, err: error }, `${this.name} check failed`);
      return { name, error };
    } finally {
      timer?.cancel();
    }
  }
}
