import type { Clock } from "@kubewright/api";
import type { Lease } from "@kubewright/api/coordination/v1";

/**
 * A Lease as a candidate sees it.
 *
 * What counts is for how long the candidate, on its own monotonic clock, has seen no change at all. The times that the lease carries come from
 * another machine's clock: they are never looked at.
 */
export class LeaseObservation {
  readonly #clock: Clock;
  readonly #fallbackMs: number;
  #version: string | undefined;
  #holder: string | undefined;
  #changedMs = 0;
  #durationMs = 0;

  /** `fallbackMs` is the duration of leases that do not tell theirs. */
  constructor(clock: Clock, fallbackMs: number) {
    this.#clock = clock;
    this.#fallbackMs = fallbackMs;
  }

  /** Who the lease says holds it; undefined when nobody does, or there is none. */
  get holder(): string | undefined {
    return this.#holder;
  }

  /** Whether anyone may acquire it: it is released, or its holder has been silent for too long. */
  get isFree(): boolean {
    return this.#holder === undefined || this.#clock.monotonic() >= this.#changedMs + this.#durationMs;
  }

  /** Takes in the state that was just read or written. */
  see(lease: Lease | undefined): void {
    const { metadata, spec } = lease ?? {};
    const version = lease && `${metadata?.uid} ${metadata?.resourceVersion}`;
    if (version === this.#version && version !== undefined) return;
    this.#version = version;
    this.#holder = spec?.holderIdentity || undefined;
    this.#changedMs = this.#clock.monotonic();
    this.#durationMs = spec?.leaseDurationSeconds === undefined ? this.#fallbackMs : spec.leaseDurationSeconds * 1000;
  }
}
