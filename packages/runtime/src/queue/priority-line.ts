import { type HeapElement, IndexedHeap } from "./indexed-heap.ts";

/** What can stand in a line. The line reads `priority` and `order`, which must not change while it holds the element. */
export interface LineElement<E> extends HeapElement {
  priority: number;
  /** Of one priority, the lower come first. No two are the same. */
  order: number;
  /** The neighbours in line; the line's own. */
  previous: E | undefined;
  next: E | undefined;
}

/**
 * Gives its elements by priority, the highest first, and those of one priority by order.
 *
 * Joining at the end of a priority, leaving from anywhere and popping cost the same however many there are.
 */
export class PriorityLine<E extends LineElement<E>> {
  readonly #levels = new Map<number, Level<E>>();
  /** All of `#levels`, also those that have run empty, which go when they come first. */
  readonly #byPriority = new IndexedHeap<Level<E>>((a, b) => a.priority > b.priority);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(element: E): void {
    this.#levelOf(element.priority).push(element);
    this.#size++;
  }

  /** Takes out an element that is in this line. */
  remove(element: E): void {
    this.#levelOf(element.priority).remove(element);
    this.#size--;
  }

  /** Takes out the first. */
  pop(): E | undefined {
    for (let level = this.#byPriority.first; level !== undefined; level = this.#byPriority.first) {
      const element = level.first;
      if (element !== undefined) {
        level.remove(element);
        this.#size--;
        return element;
      }
      this.#byPriority.remove(level);
      this.#levels.delete(level.priority);
    }
    return undefined;
  }

  #levelOf(priority: number): Level<E> {
    const known = this.#levels.get(priority);
    if (known !== undefined) return known;
    const level = new Level<E>(priority);
    this.#levels.set(priority, level);
    this.#byPriority.push(level);
    return level;
  }
}

/** The elements of one priority. */
class Level<E extends LineElement<E>> implements HeapElement {
  readonly priority: number;
  heapIndex = -1;
  /** Ends of a list in which the order rises. */
  #head: E | undefined;
  #tail: E | undefined;
  /** Those that came when a later one was in the list already. */
  #late: IndexedHeap<E> | undefined;

  constructor(priority: number) {
    this.priority = priority;
  }

  get first(): E | undefined {
    const late = this.#late?.first;
    if (late === undefined || this.#head === undefined) return late ?? this.#head;
    return late.order < this.#head.order ? late : this.#head;
  }

  push(element: E): void {
    const last = this.#tail;
    if (last !== undefined && element.order < last.order) {
      this.#late ??= new IndexedHeap<E>(isEarlier);
      this.#late.push(element);
      return;
    }
    element.previous = last;
    if (last === undefined) this.#head = element;
    else last.next = element;
    this.#tail = element;
  }

  remove(element: E): void {
    if (element.heapIndex !== -1) {
      this.#late!.remove(element);
      return;
    }
    const { previous, next } = element;
    if (previous === undefined) this.#head = next;
    else previous.next = next;
    if (next === undefined) this.#tail = previous;
    else next.previous = previous;
    element.previous = undefined;
    element.next = undefined;
  }
}

function isEarlier(a: { readonly order: number }, b: { readonly order: number }): boolean {
  return a.order < b.order;
}
