/** Gives the smallest of what was pushed; of equal ones the one that was pushed first. */
export class Heap<T> {
  readonly #compare: (a: T, b: T) => number;
  readonly #entries: { readonly item: T; readonly order: number }[] = [];
  #count = 0;

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  push(item: T): void {
    const entries = this.#entries;
    let at = entries.push({ item, order: this.#count++ }) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  pop(): T | undefined {
    const entries = this.#entries;
    if (entries.length === 0) return undefined;
    this.#swap(0, entries.length - 1);
    const { item } = entries.pop()!;
    for (let at = 0; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < entries.length && this.#isBefore(child, least)) least = child;
      }
      if (least === at) return item;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [left, right] = [this.#entries[a]!, this.#entries[b]!];
    return (this.#compare(left.item, right.item) || left.order - right.order) < 0;
  }

  #swap(a: number, b: number): void {
    const entries = this.#entries;
    [entries[a], entries[b]] = [entries[b]!, entries[a]!];
  }
}
