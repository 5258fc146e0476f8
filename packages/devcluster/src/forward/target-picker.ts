import type { Clock } from "@kubewright/api";
import type { Target } from "./port-targets.ts";

/** For how long a client comes to the same endpoint again, in milliseconds; undefined: not at all. */
export type Affinity = number | undefined;

/** Chooses where connections go: to one target after the other or, with affinity, to the one where the client was before. */
export class TargetPicker {
  readonly #clock: Clock;
  readonly #affine = new Map<string, { readonly target: Target; readonly until: number }>();
  #targets: readonly Target[] = [];
  #affinityMs: Affinity;
  #next = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get targets(): readonly Target[] {
    return this.#targets;
  }

  set(targets: readonly Target[], affinityMs: Affinity): void {
    this.#targets = targets;
    this.#affinityMs = affinityMs;
    const now = this.#clock.monotonic();
    for (const [client, { target, until }] of this.#affine) {
      if (affinityMs === undefined || until <= now || !this.#has(target)) this.#affine.delete(client);
    }
  }

  /** All targets, in the order in which they are to be tried. */
  order(client: string): Target[] {
    const count = this.#targets.length;
    if (count === 0) return [];
    const first = this.#next++ % count;
    const turn = [...this.#targets.slice(first), ...this.#targets.slice(0, first)];
    const affine = this.#affine.get(client);
    if (this.#affinityMs === undefined || affine === undefined || affine.until <= this.#clock.monotonic()) return turn;
    return [affine.target, ...turn.filter((target) => !isSame(target, affine.target))];
  }

  /** The client was connected to a target. */
  connected(client: string, target: Target): void {
    if (this.#affinityMs === undefined) return;
    this.#affine.set(client, { target, until: this.#clock.monotonic() + this.#affinityMs });
  }

  #has(target: Target): boolean {
    return this.#targets.some((other) => isSame(other, target));
  }
}

function isSame(a: Target, b: Target): boolean {
  return a.host === b.host && a.port === b.port;
}
