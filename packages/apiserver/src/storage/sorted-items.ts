/** Something that has a place among others. */
export interface Keyed {
  readonly key: string;
}

const chunkSize = 256;

/**
 * Items in the order of their keys, found by key.
 *
 * Two levels: keys are looked up and inserted by bisecting a list of short lists, so that an insertion moves a few hundred
 * references at most.
 */
export class SortedItems<T extends Keyed> {
  readonly #byKey = new Map<string, T>();
  /** None is empty. */
  readonly #chunks: T[][] = [];

  get size(): number {
    return this.#byKey.size;
  }

  get(key: string): T | undefined {
    return this.#byKey.get(key);
  }

  /** Its key must be a new one. */
  add(item: T): void {
    this.#byKey.set(item.key, item);
    const last = this.#chunks.at(-1);
    if (last === undefined || last.at(-1)!.key < item.key) {
      // Keys that come in order fill their chunks.
      if (last === undefined || last.length >= chunkSize) this.#chunks.push([item]);
      else last.push(item);
      return;
    }
    const index = this.#chunkOf(item.key);
    const chunk = this.#chunks[index]!;
    chunk.splice(firstIndex(chunk, item.key), 0, item);
    if (chunk.length > chunkSize) this.#chunks.splice(index + 1, 0, chunk.splice(chunk.length >> 1));
  }

  delete(key: string): void {
    if (!this.#byKey.delete(key)) return;
    const index = this.#chunkOf(key);
    const chunk = this.#chunks[index]!;
    chunk.splice(firstIndex(chunk, key), 1);
    if (chunk.length === 0) this.#chunks.splice(index, 1);
  }

  /** Shows `visit` the items from `key` on, in order, until it says false. */
  visitFrom(key: string, visit: (item: T) => boolean): void {
    let index = this.#chunkOf(key);
    let position = index < this.#chunks.length ? firstIndex(this.#chunks[index]!, key) : 0;
    for (; index < this.#chunks.length; index++, position = 0) {
      const chunk = this.#chunks[index]!;
      for (; position < chunk.length; position++) {
        if (!visit(chunk[position]!)) return;
      }
    }
  }

  /** The first chunk whose last key is not before `key`. */
  #chunkOf(key: string): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const chunk = this.#chunks[middle]!;
      if (chunk[chunk.length - 1]!.key < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Where the first item is whose key is not before `key`. */
function firstIndex(items: readonly Keyed[], key: string): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle]!.key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
