import type { ApiObject } from "../../../resource-object.ts";
import type { ListText } from "./list-text.ts";
import { isSame } from "./same-objects.ts";

/** How many characters a list may have that is held. */
const defaultMaxLength = 16 * 1024 * 1024;

/**
 * The text of the list that was asked for last, for those who ask for the same: programs that are started together do.
 *
 * One list is held, until the next one is asked for. Objects must not change.
 */
export class LastList {
  readonly #maxLength: number;
  #last: { readonly objects: readonly ApiObject[]; readonly text: ListText } | undefined;

  constructor({ maxLength = defaultMaxLength }: { readonly maxLength?: number } = {}) {
    this.#maxLength = maxLength;
  }

  /** The text that `make` gives, or gave for the same objects with the same `head`. */
  textOf(objects: readonly ApiObject[], head: string, make: () => ListText): ListText {
    const last = this.#last;
    if (last?.text.head === head && isSame(last.objects, objects)) return last.text;
    const text = make();
    this.#last = text.length > this.#maxLength ? undefined : { objects, text };
    return text;
  }
}
