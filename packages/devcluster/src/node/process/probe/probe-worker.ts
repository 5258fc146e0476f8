import type { Clock, Scheduled } from "@kubewright/api";
import type { Probe } from "@kubewright/api/core/v1";
import type { CheckResult } from "./check.ts";

export type ProbeType = "Startup" | "Readiness" | "Liveness";

export interface ProbeWorkerOptions {
  readonly type: ProbeType;
  readonly probe: Probe;
  readonly clock: Clock;
  /** Looks once, within `timeoutMs`. */
  readonly check: (timeoutMs: number, signal: AbortSignal) => Promise<CheckResult>;
  /** Each single check that did not simply succeed. */
  readonly onTrouble: (result: Exclude<CheckResult, { type: "success" }>) => void;
  /** The thresholds are reached: from now on it is well, or it is not. Told again only when it changes. */
  readonly onVerdict: (isWell: boolean) => void;
}

/**
 * A kubelet looks at a new container about a second after its start. We look at once, and often, since a success is welcome early;
 * a failure counts only when it would have been seen.
 */
const firstLookMs = 1_000;
const eagerPeriodMs = 50;

/** Looks at a container time and again, beginning when it is made. */
export class ProbeWorker {
  readonly #options: ProbeWorkerOptions;
  readonly #stop = new AbortController();
  readonly #startedAt: number;
  #timer: Scheduled | undefined;
  #lastResult: "success" | "failure" | undefined;
  /** How often in a row that was the result. */
  #inRow = 0;
  #verdict: boolean | undefined;

  constructor(options: ProbeWorkerOptions) {
    this.#options = options;
    this.#startedAt = options.clock.monotonic();
    this.#waitFor((options.probe.initialDelaySeconds ?? 0) * 1000);
  }

  /** No more is told. */
  stop(): void {
    this.#timer?.cancel();
    this.#stop.abort();
  }

  #waitFor(ms: number): void {
    if (this.#stop.signal.aborted) return;
    if (ms <= 0) void this.#look();
    else this.#timer = this.#options.clock.schedule(ms, () => void this.#look());
  }

  async #look(): Promise<void> {
    const { probe, clock, type, check, onTrouble } = this.#options;
    const { signal } = this.#stop;
    const beganAt = clock.monotonic();
    const result = await check((probe.timeoutSeconds ?? 1) * 1000, signal);
    if (signal.aborted) return;
    const isGood = result.type === "success" || result.type === "warning";
    const isEarly = clock.monotonic() - this.#startedAt < firstLookMs && type !== "Liveness";
    if (!isGood && isEarly && this.#lastResult === undefined) {
      this.#waitFor(eagerPeriodMs);
      return;
    }
    if (result.type !== "success") onTrouble(result);
    if (result.type !== "unknown") this.#count(isGood);
    const periodMs = (probe.periodSeconds ?? 10) * 1000;
    this.#waitFor(Math.max(1, periodMs - (clock.monotonic() - beganAt)));
  }

  #count(isGood: boolean): void {
    const { probe, type, onVerdict } = this.#options;
    const result = isGood ? "success" : "failure";
    this.#inRow = this.#lastResult === result ? this.#inRow + 1 : 1;
    this.#lastResult = result;
    const threshold = isGood ? (probe.successThreshold ?? 1) : (probe.failureThreshold ?? 3);
    if (this.#inRow < threshold) return;
    // What failed for good is restarted, and what has started needs no more looks.
    if (type === "Startup" || (type === "Liveness" && !isGood)) this.stop();
    if (this.#verdict === isGood) return;
    this.#verdict = isGood;
    onVerdict(isGood);
  }
}
