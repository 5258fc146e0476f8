/** What a heap can hold: an element that knows its place, so that it can be taken out from anywhere. */
export interface HeapElement {
  /** Set by the heap that holds it; -1 in none. */
  heapIndex: number;
}

/** Gives its elements in order, and lets each be taken out or moved at any time. An element is in one heap at most. */
export class IndexedHeap<E extends HeapElement> {
  /** The children of the element at `i` are at `2 * i + 1` and `2 * i + 2`, and never come before it. */
  readonly #elements: E[] = [];
  readonly #comesBefore: (a: E, b: E) => boolean;

  /** `comesBefore` is a strict order. It may change for an element only if `update` follows. */
  constructor(comesBefore: (a: E, b: E) => boolean) {
    this.#comesBefore = comesBefore;
  }

  get size(): number {
    return this.#elements.length;
  }

  /** The first in order. */
  get first(): E | undefined {
    return this.#elements[0];
  }

  push(element: E): void {
    this.#elements.push(element);
    this.#moveUp(element, this.#elements.length - 1);
  }

  /** Takes out the first. */
  pop(): E | undefined {
    const first = this.#elements[0];
    if (first !== undefined) this.remove(first);
    return first;
  }

  /** Takes out an element that is in this heap. */
  remove(element: E): void {
    const index = element.heapIndex;
    const last = this.#elements.pop()!;
    element.heapIndex = -1;
    if (last !== element) this.#place(last, index);
  }

  /** Puts an element of this heap where it belongs after its order changed. */
  update(element: E): void {
    this.#place(element, element.heapIndex);
  }

  #place(element: E, index: number): void {
    this.#moveUp(element, index);
    if (element.heapIndex === index) this.#moveDown(element, index);
  }

  #moveUp(element: E, from: number): void {
    const elements = this.#elements;
    let index = from;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = elements[parentIndex]!;
      if (!this.#comesBefore(element, parent)) break;
      this.#set(parent, index);
      index = parentIndex;
    }
    this.#set(element, index);
  }

  #moveDown(element: E, from: number): void {
    const elements = this.#elements;
    let index = from;
    for (;;) {
      let childIndex = 2 * index + 1;
      if (childIndex >= elements.length) break;
      const right = childIndex + 1;
      if (right < elements.length && this.#comesBefore(elements[right]!, elements[childIndex]!)) childIndex = right;
      const child = elements[childIndex]!;
      if (!this.#comesBefore(child, element)) break;
      this.#set(child, index);
      index = childIndex;
    }
    this.#set(element, index);
  }

  #set(element: E, index: number): void {
    this.#elements[index] = element;
    element.heapIndex = index;
  }
}
