import { describe, expect, test } from "vitest";
import { seededRandom } from "../../test/fixture/seeded-random.ts";
import { type HeapElement, IndexedHeap } from "./indexed-heap.ts";

interface Numbered extends HeapElement {
  value: number;
}

const heapOf = () => new IndexedHeap<Numbered>((a, b) => a.value < b.value);
const numbered = (value: number): Numbered => ({ value, heapIndex: -1 });

describe("IndexedHeap", () => {
  test("gives its elements in order", () => {
    const heap = heapOf();
    for (const value of [5, 3, 8, 1, 9, 2]) heap.push(numbered(value));
    expect(heap.first?.value).toBe(1);
    expect(heap.size).toBe(6);
    const popped = Array.from({ length: 7 }, () => heap.pop()?.value);
    expect(popped).toEqual([1, 2, 3, 5, 8, 9, undefined]);
    expect(heap.first).toBeUndefined();
  });

  test.each([1, 2, 3, 4, 5])(
    "agrees with a sorted array when elements come, go and change by chance, seed %d",
    (seed) => {
      const random = seededRandom(seed);
      const heap = heapOf();
      let model: Numbered[] = [];
      for (let step = 0; step < 600; step++) {
        const chance = random();
        const some = model[Math.floor(random() * model.length)];
        if (chance < 0.45 || some === undefined) {
          const element = numbered(random());
          model.push(element);
          heap.push(element);
        } else if (chance < 0.6) {
          heap.remove(some);
          expect(some.heapIndex).toBe(-1);
          model = model.filter((element) => element !== some);
        } else if (chance < 0.8) {
          some.value = random();
          heap.update(some);
        } else {
          const popped = heap.pop();
          expect(popped?.value).toBe(Math.min(...model.map(({ value }) => value)));
          model = model.filter((element) => element !== popped);
        }
        expect(heap.size).toBe(model.length);
      }
      const rest = model.map(({ value }) => value).sort((a, b) => a - b);
      expect(model.map(() => heap.pop()?.value)).toEqual(rest);
    },
  );
});
