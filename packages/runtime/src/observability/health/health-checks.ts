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
  readonly #checks = new Map<string, NamedCheck>();

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
    const named: NamedCheck = { name, check, asked: undefined, isUnderWay: false, isFailing: false };
    this.#checks.set(name, named);
    return {
      [Symbol.dispose]: () => {
        if (this.#checks.get(name) === named) this.#checks.delete(name);
      },
    };
  }

  /** Asks all checks at once, but those to be left out. Never rejects. */
  async run(options: { readonly exclude?: Iterable<string> } = {}): Promise<HealthReport> {
    const exclude = new Set(options.exclude);
    const asked = [...this.#checks].map(async ([name, named]): Promise<HealthResult> => {
      return exclude.delete(name) ? { name, isExcluded: true } : await this.#ask(named);
    });
    const unknownExcludes = [...exclude];
    const results = asked.length === 0 ? [{ name: "ping" }] : await Promise.all(asked);
    results.sort((a, b) => (a.name < b.name ? -1 : 1));
    return { isHealthy: results.every((result) => !("error" in result)), results, unknownExcludes };
  }

  /** Asks one check; undefined when there is none of this name. Never rejects. */
  async runOne(name: string): Promise<HealthResult | undefined> {
    if (this.#checks.size === 0 && name === "ping") return { name };
    const named = this.#checks.get(name);
    return named && (await this.#ask(named));
  }

  /** Whoever asks while the answer is waited for gets the same. */
  #ask(named: NamedCheck): Promise<HealthResult> {
    named.asked ??= this.#answer(named).finally(() => {
      named.asked = undefined;
    });
    return named.asked;
  }

  async #answer(named: NamedCheck): Promise<HealthResult> {
    const { name } = named;
    try {
      await this.#call(named);
      if (named.isFailing) this.#log.info({ check: name }, `${this.name} check passes again`);
      named.isFailing = false;
      return { name };
    } catch (error) {
      const level = named.isFailing ? "debug" : "warn";
      named.isFailing = true;
      this.#log[level]({ check: name, err: error }, `${this.name} check failed`);
      return { name, error };
    }
  }

  async #call(named: NamedCheck): Promise<void> {
    // Calls that ignore their signals must not pile up.
    if (named.isUnderWay) throw new Error(`still no answer to a call of more than ${this.#timeoutMs} ms ago`);
    const controller = new AbortController();
    let timer: { cancel(): void } | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = this.#clock.schedule(this.#timeoutMs, () => {
        const error = new Error(`no answer within ${this.#timeoutMs} ms`);
        reject(error);
        controller.abort(error);
      });
    });
    const call = async (): Promise<void> => {
      named.isUnderWay = true;
      try {
        await named.check({ signal: controller.signal });
      } finally {
        named.isUnderWay = false;
      }
    };
    try {
      await Promise.race([call(), timeout]);
    } finally {
      timer?.cancel();
    }
  }
}

interface NamedCheck {
  readonly name: string;
  readonly check: HealthCheck;
  /** The answer that is waited for. */
  asked: Promise<HealthResult> | undefined;
  /** Whether a call has not ended, perhaps long after its time was over. */
  isUnderWay: boolean;
  isFailing: boolean;
}
