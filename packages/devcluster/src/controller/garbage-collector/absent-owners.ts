import { type Coordinates, formatCoordinates } from "./object-node.ts";

/** Owners that are known to be gone, so that the server need not be asked for each of their dependents. Forgets the oldest ones. */
export class AbsentOwners {
  readonly #looked: RecentTexts;
  readonly #gone: RecentTexts;

  constructor(limit = 500) {
    this.#looked = new RecentTexts(limit);
    this.#gone = new RecentTexts(limit);
  }

  /** Nothing was found there. Another place may have an object with that uid. */
  add(owner: Coordinates): void {
    this.#looked.add(formatCoordinates(owner));
  }

  /** An object that was seen is gone, in whatever version of its kind others name it: also when the kind is no longer served. */
  addGone({ uid, namespace }: Pick<Coordinates, "uid" | "namespace">): void {
    this.#gone.add(`${uid} ${namespace}`);
  }

  /** Whether the owner is gone, be it of the namespace that is given or of none. */
  has(owner: Coordinates): boolean {
    return ["", owner.namespace].some(
      (namespace) =>
        this.#gone.has(`${owner.uid} ${namespace}`) || this.#looked.has(formatCoordinates({ ...owner, namespace })),
    );
  }
}

class RecentTexts {
  readonly #known = new Set<string>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(text: string): void {
    this.#known.delete(text);
    this.#known.add(text);
    if (this.#known.size <= this.#limit) return;
    for (const oldest of this.#known) {
      this.#known.delete(oldest);
      return;
    }
  }

  has(text: string): boolean {
    return this.#known.has(text);
  }
}
