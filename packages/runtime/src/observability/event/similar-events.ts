import type { Clock } from "@kubewright/api";
import { LruMap } from "./lru-map.ts";

const maxNotes = 10;
const forgetMs = 600_000;

interface Group {
  /** Digests of them: notes are long, and there are many. */
  readonly notes: Set<string>;
  seenMs: number;
}

/** Tells when events differ in their notes only, and are so many that they should become one. */
export class SimilarEvents {
  readonly #clock: Clock;
  readonly #groups: LruMap<string, Group>;

  constructor(options: { readonly clock: Clock; readonly capacity: number }) {
    this.#clock = options.clock;
    this.#groups = new LruMap({ capacity: options.capacity });
  }

  /**
   * Whether the note with this digest is at least the tenth of its group, and is to be combined with those that follow.
   *
   * The nine before keep events of their own. Ten minutes without an event of the group begin anew.
   */
  isTooMany(group: string, digest: string): boolean {
    const now = this.#clock.monotonic();
    let known = this.#groups.get(group);
    if (known === undefined || now - known.seenMs > forgetMs) known = { notes: new Set(), seenMs: now };
    this.#groups.set(group, known);
    known.seenMs = now;
    if (known.notes.has(digest)) return false;
    if (known.notes.size === maxNotes - 1) return true;
    known.notes.add(digest);
    return false;
  }
}
