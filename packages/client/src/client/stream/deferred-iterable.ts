/** What `make` gives, made anew for each iteration when its first item is asked for. */
export function deferredIterable<T>(make: () => Promise<AsyncIterable<T>>): AsyncIterable<T> {
  return { [Symbol.asyncIterator]: () => new DeferredIterator(make) };
}

class DeferredIterator<T> implements AsyncIterator<T, undefined> {
  readonly #make: () => Promise<AsyncIterable<T>>;
  #inner: Promise<AsyncIterator<T>> | undefined;
  #isClosed = false;

  constructor(make: () => Promise<AsyncIterable<T>>) {
    this.#make = make;
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    if (this.#isClosed) return { done: true, value: undefined };
    this.#inner ??= this.#make().then((iterable) => iterable[Symbol.asyncIterator]());
    return await (await this.#inner).next();
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#isClosed = true;
    // When it could not be made, `next` has told why.
    const inner = await this.#inner?.catch(() => undefined);
    await inner?.return?.();
    return { done: true, value: undefined };
  }
}
