import type { ApiObject } from "../../../resource-object.ts";
import type { ListText } from "./list-text.ts";

interface RecentList {
  readonly objects: readonly ApiObject[];
  readonly text: ListText;
}

/**
 * The texts of lists that were asked for of late, for those who ask for the same: programs that start list the same objects, and so do
 * several at once. They are held as long as nothing else needs their memory.
 *
 * Objects must not change.
 */
export class RecentLists {
  /** By the first object of a list. */
  readonly #recent = new WeakMap<ApiObject, WeakRef<RecentList>>();

  /** The text that `make` gives, or gave for a list of the same objects that began with the same `head`. */
  textOf(objects: readonly ApiObject[], head: string, make: () => ListText): ListText {
    const [first] = objects;
    if (first === undefined) return make();
    const recent = this.#recent.get(first)?.deref();
    if (recent !== undefined && recent.text.head === head && isSame(recent.objects, objects)) return recent.text;
    const text = make();
    this.#recent.set(first, new WeakRef({ objects, text }));
    return text;
  }
}

/** Whether both have the very same objects in the same order. */
export function isSame(a: readonly ApiObject[], b: readonly ApiObject[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}
