import { ApiError } from "../errors.ts";
import { formatApiVersion, type GroupKind, type GroupVersionKind } from "./group-version.ts";
import type { Kind } from "./kind.ts";

/** The kinds that a program knows, by group, version and kind. Holds whole kinds: `metadataOf` ones are added as what they are of. */
export class KindRegistry implements Iterable<Kind> {
  readonly #kinds = new Map<string, Kind>();

  constructor(kinds: Iterable<Kind> = []) {
    this.add(...kinds);
  }

  get size(): number {
    return this.#kinds.size;
  }

  /**
   * Makes kinds known. One that is known already changes nothing, but tells its plural and scope where these were not told.
   *
   * Throws ApiError `INVALID_KIND` for a definition that contradicts one of the same group, version and kind.
   */
  add(...kinds: readonly Kind[]): this {
    for (const kind of kinds) {
      const id = idOf(kind);
      const known = this.#kinds.get(id);
      if (known !== undefined) refuseContradiction(known, kind);
      if (known === undefined || saysMore(kind, known)) this.#kinds.set(id, wholeOf(known, kind));
    }
    return this;
  }

  /** The kind of that group, version and name, if it is known. */
  find(kind: GroupVersionKind): Kind | undefined {
    return this.#kinds.get(idOf(kind));
  }

  /** The kind that an object says it is of, if it is known. */
  kindOf({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): Kind | undefined {
    return this.#kinds.get(`${apiVersion} ${kind}`);
  }

  /** All known versions of a kind, in the order in which they were added. */
  versionsOf({ group, kind }: GroupKind): Kind[] {
    return [...this].filter((known) => known.group === group && known.kind === kind);
  }

  [Symbol.iterator](): IterableIterator<Kind> {
    return this.#kinds.values();
  }
}

function idOf(kind: GroupVersionKind): string {
  return `${formatApiVersion(kind)} ${kind.kind}`;
}

function saysMore(kind: Kind, known: Kind): boolean {
  return (
    (known.plural === undefined && kind.plural !== undefined) || (known.scope === undefined && kind.scope !== undefined)
  );
}

function wholeOf(known: Kind | undefined, { projection: _, ...kind }: Kind): Kind {
  return Object.freeze({ ...known, ...kind });
}

function refuseContradiction(known: Kind, kind: Kind): void {
  for (const field of ["plural", "scope"] as const) {
    const [first, second] = [known[field], kind[field]];
    if (first === undefined || second === undefined || first === second) continue;
    throw new ApiError(
      "INVALID_KIND",
      `${kind.kind} of ${kind.apiVersion} is defined twice, with ${field} ${JSON.stringify(first)} and ${JSON.stringify(second)}: ` +
        "define it once, and import it where it is needed",
    );
  }
}
