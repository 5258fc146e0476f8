/** A map of bounded size: what was set or asked for longest ago goes first. */
export class LruMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #capacity: number;
  readonly #onEvict: (value: V) => void;

  constructor(options: { readonly capacity: number; readonly onEvict?: (value: V) => void }) {
    this.#capacity = options.capacity;
    this.#onEvict = options.onEvict ?? (() => {});
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#capacity) return;
    const [oldest, evicted] = this.#entries.entries().next().value!;
    this.#entries.delete(oldest);
    this.#onEvict(evicted);
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  values(): IterableIterator<V> {
    return this.#entries.values();
  }
}
