import type { Clock, Scheduled } from "@kubewright/api";
import { type HeapElement, IndexedHeap } from "./indexed-heap.ts";

/** What can wait for its time. */
export interface DelayedElement extends HeapElement {
  /** In monotonic milliseconds. */
  readyAtMs: number;
  /** Of those that are ready at the same time, the lower come first. */
  order: number;
}

/** Keeps elements until they are ready. Has one timer at most, and none while it is empty. */
export class DelayLine<E extends DelayedElement> {
  readonly #elements = new IndexedHeap<E>(isReadyBefore);
  readonly #clock: Clock;
  readonly #onReady: (element: E) => void;
  /** For the first of the elements, or one that was first before it left. */
  #timer: { readonly dueMs: number; readonly scheduled: Scheduled } | undefined;

  /** `onReady` is called for each element when its time has come, in order. It has left then. */
  constructor(clock: Clock, onReady: (element: E) => void) {
    this.#clock = clock;
    this.#onReady = onReady;
  }

  push(element: E): void {
    this.#elements.push(element);
    this.#setTimer();
  }

  /** Puts an element of this line where it belongs after its time or order changed. */
  update(element: E): void {
    this.#elements.update(element);
    this.#setTimer();
  }

  /** Takes out an element of this line. */
  remove(element: E): void {
    this.#elements.remove(element);
    if (this.#elements.size === 0) this.#cancelTimer();
  }

  #setTimer(): void {
    const dueMs = this.#elements.first?.readyAtMs;
    if (dueMs === undefined || (this.#timer !== undefined && this.#timer.dueMs <= dueMs)) return;
    this.#cancelTimer();
    const scheduled = this.#clock.schedule(dueMs - this.#clock.monotonic(), () => {
      this.#timer = undefined;
      this.#release();
      this.#setTimer();
    });
    this.#timer = { dueMs, scheduled };
  }

  #cancelTimer(): void {
    this.#timer?.scheduled.cancel();
    this.#timer = undefined;
  }

  #release(): void {
    const nowMs = this.#clock.monotonic();
    for (let first = this.#elements.first; first !== undefined; first = this.#elements.first) {
      if (first.readyAtMs > nowMs) return;
      this.#elements.remove(first);
      this.#onReady(first);
    }
  }
}

function isReadyBefore(a: DelayedElement, b: DelayedElement): boolean {
  return a.readyAtMs === b.readyAtMs ? a.order < b.order : a.readyAtMs < b.readyAtMs;
}
