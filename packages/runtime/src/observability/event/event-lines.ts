/** What waits for its turn, first come first served, but for what has the same key: of that, one at a time is taken. */
export class EventLines<T> {
  readonly #lines = new Map<string, T[]>();
  /** Keys of which something waits and nothing is taken. */
  readonly #free: string[] = [];
  #size = 0;

  /** All that waits or is taken. */
  get size(): number {
    return this.#size;
  }

  add(key: string, item: T): void {
    this.#size++;
    const line = this.#lines.get(key);
    if (line !== undefined) {
      line.push(item);
      return;
    }
    this.#lines.set(key, [item]);
    this.#free.push(key);
  }

  /** The next one whose key is free, which is taken until `done` is called with its key. */
  take(): { readonly key: string; readonly item: T } | undefined {
    const key = this.#free.shift();
    const item = key === undefined ? undefined : this.#lines.get(key)?.[0];
    return key === undefined || item === undefined ? undefined : { key, item };
  }

  done(key: string): void {
    const line = this.#lines.get(key);
    if (line === undefined) return;
    this.#size--;
    line.shift();
    if (line.length > 0) this.#free.push(key);
    else this.#lines.delete(key);
  }
}
