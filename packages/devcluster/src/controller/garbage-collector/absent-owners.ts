import { type Coordinates, formatCoordinates } from "./object-node.ts";

/** Owners that are known to be gone, so that the server need not be asked for each of their dependents. Forgets the oldest ones. */
export class AbsentOwners {
  readonly #known = new Set<string>();
  readonly #limit: number;

  constructor(limit = 500) {
    this.#limit = limit;
  }

  add(owner: Coordinates): void {
    const text = formatCoordinates(owner);
    this.#known.delete(text);
    this.#known.add(text);
    if (this.#known.size <= this.#limit) return;
    for (const oldest of this.#known) {
      this.#known.delete(oldest);
      return;
    }
  }

  /** Whether the owner is gone, be it of the namespace that is given or of none. */
  has(owner: Coordinates): boolean {
    return this.#known.has(formatCoordinates({ ...owner, namespace: "" })) || this.#known.has(formatCoordinates(owner));
  }
}
