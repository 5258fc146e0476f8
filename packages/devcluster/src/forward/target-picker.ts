import type { Clock } from "@kubewright/api";
import { isSameTarget, type PortTargets, type Target } from "./port-targets.ts";

/** For how long a client comes to the same endpoint again, in milliseconds; undefined: not at all. */
export type Affinity = number | undefined;

/** For how long a target that has never answered may be one that is about to. */
const startingMs = 5_000;

const none: PortTargets = { targets: [], serving: [] };

/**
 * Chooses where connections to a port of a service go: to one target after the other or, with affinity, to the one where the client was
 * before.
 */
export class TargetPicker {
  readonly #clock: Clock;
  readonly #affine = new Map<string, { readonly target: Target; readonly until: number }>();
  /** Those of the targets that have not answered yet, with the time until which that may be because they start. */
  #starting: readonly { readonly target: Target; readonly until: number }[] = [];
  #current: PortTargets = none;
  #affinityMs: Affinity;
  #next = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get hasTargets(): boolean {
    return this.#current.targets.length > 0;
  }

  /** Whether there is a new target that has not answered yet. */
  get isStarting(): boolean {
    const now = this.#clock.monotonic();
    return this.#starting.some(({ until }) => until > now);
  }

  set(next: PortTargets, affinityMs: Affinity): void {
    const now = this.#clock.monotonic();
    const starting = next.targets.flatMap((target) => {
      const before = this.#starting.find((one) => isSameTarget(one.target, target));
      if (before !== undefined) return [before];
      return includes(this.#current.targets, target) ? [] : [{ target, until: now + startingMs }];
    });
    this.#starting = starting;
    this.#current = next;
    this.#affinityMs = affinityMs;
    for (const [client, { target, until }] of this.#affine) {
      if (affinityMs === undefined || until <= now || !includes(next.targets, target)) this.#affine.delete(client);
    }
  }

  /** All targets, in the order in which they are to be tried. */
  order(client: string): Target[] {
    const { targets } = this.#current;
    if (targets.length === 0) return [];
    const first = this.#next++ % targets.length;
    const turn = [...targets.slice(first), ...targets.slice(0, first)];
    const affine = this.#affine.get(client);
    if (this.#affinityMs === undefined || affine === undefined || affine.until <= this.#clock.monotonic()) return turn;
    return [affine.target, ...turn.filter((target) => !isSameTarget(target, affine.target))];
  }

  /** A target has answered a client. */
  connected(client: string, target: Target): void {
    if (this.#starting.length > 0) this.#starting = this.#starting.filter((one) => !isSameTarget(one.target, target));
    if (this.#affinityMs === undefined) return;
    this.#affine.set(client, { target, until: this.#clock.monotonic() + this.#affinityMs });
  }

  /** Whether what goes to a target already may go on. */
  isServing(target: Target): boolean {
    return includes(this.#current.serving, target);
  }
}

function includes(targets: readonly Target[], target: Target): boolean {
  return targets.some((other) => isSameTarget(other, target));
}
