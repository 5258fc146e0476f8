import type { Clock } from "@kubewright/api";
import type { Lease } from "@kubewright/api/coordination/v1";

/**
 * A Lease as a candidate sees it.
 *
 * What counts is for how long the candidate, on its own monotonic clock, has seen no change at all. The times that the lease carries come from
 * another machine's clock: they are never looked at. One that had a holder and was deleted counts as one that changed: whoever held it does not
 * know yet.
 */
export class LeaseObservation {
  readonly #clock: Clock;
  readonly #minMs: number;
  #version: string | undefined;
  #holder: string | undefined;
  #changedMs = 0;
  #durationMs = 0;

  /** No lease that is held is free before `minMs`, whatever duration it tells. */
  constructor(clock: Clock, minMs: number) {
    this.#clock = clock;
    this.#minMs = minMs;
  }

  /** Who the lease says holds it, or said before it was deleted; undefined when nobody does, or there was none. */
  get holder(): string | undefined {
    return this.#holder;
  }

  /** Whether anyone may acquire it: it is released, or its holder has been silent for too long. */
  get isFree(): boolean {
    return this.#holder === undefined || this.#clock.monotonic() >= this.#changedMs + this.#durationMs;
  }

  /** Takes in the state that was just read or written. */
  see(lease: Lease | undefined): void {
    const version = lease && `${lease.metadata.uid} ${lease.metadata.resourceVersion}`;
    if (version === this.#version) return;
    this.#version = version;
    this.#changedMs = this.#clock.monotonic();
    if (lease === undefined) return;
    const { holderIdentity, leaseDurationSeconds = 0 } = lease.spec ?? {};
    this.#holder = holderIdentity || undefined;
    this.#durationMs = Math.max(this.#minMs, leaseDurationSeconds * 1000);
  }
}
