import { describe, expect, test } from "vitest";
import { seededRandom } from "../../test/fixture/seeded-random.ts";
import { type LineElement, PriorityLine } from "./priority-line.ts";

interface Person extends LineElement<Person> {}

function person(priority: number, order: number): Person {
  return { priority, order, heapIndex: -1, previous: undefined, next: undefined };
}

const print = (someone: Person | undefined) => someone && `${someone.priority}:${someone.order}`;

function popAll(line: PriorityLine<Person>): (string | undefined)[] {
  return Array.from({ length: line.size + 1 }, () => print(line.pop()));
}

describe("PriorityLine", () => {
  test("gives the highest priority first, and of one priority the lowest order", () => {
    const line = new PriorityLine<Person>();
    for (const [priority, order] of [
      [0, 1],
      [5, 2],
      [-100, 3],
      [5, 4],
      [0, 5],
    ] as const) {
      line.push(person(priority, order));
    }
    expect(line.size).toBe(5);
    expect(popAll(line)).toEqual(["5:2", "5:4", "0:1", "0:5", "-100:3", undefined]);
  });

  test("puts those that come late where their order says", () => {
    const line = new PriorityLine<Person>();
    for (const order of [10, 30, 20, 5, 40, 35]) line.push(person(0, order));
    expect(popAll(line)).toEqual(["0:5", "0:10", "0:20", "0:30", "0:35", "0:40", undefined]);
  });

  test("lets anyone leave", () => {
    const everyone = [10, 20, 30, 15].map((order) => person(0, order));
    for (const leaving of everyone) {
      const line = new PriorityLine<Person>();
      for (const someone of everyone) line.push(someone);
      line.remove(leaving);
      const left = everyone.filter((someone) => someone !== leaving).sort((a, b) => a.order - b.order);
      expect(popAll(line)).toEqual([...left.map(print), undefined]);
    }
  });

  test("is used again after it ran empty", () => {
    const line = new PriorityLine<Person>();
    const someone = person(3, 1);
    line.push(someone);
    line.remove(someone);
    expect(popAll(line)).toEqual([undefined]);
    line.push(someone);
    line.push(person(3, 2));
    expect(popAll(line)).toEqual(["3:1", "3:2", undefined]);
  });

  test.each([1, 2, 3, 4, 5])("agrees with a sorted array when people come and go by chance, seed %d", (seed) => {
    const random = seededRandom(seed);
    const below = (limit: number) => Math.floor(random() * limit);
    const line = new PriorityLine<Person>();
    let model: Person[] = [];
    for (let order = 1; order <= 800; order++) {
      const chance = random();
      const some = model[below(model.length)];
      if (chance < 0.5 || some === undefined) {
        // Every second one comes late.
        const someone = person(below(6), order % 2 ? order : order - 100 - 0.5);
        model.push(someone);
        line.push(someone);
      } else if (chance < 0.7) {
        line.remove(some);
        model = model.filter((someone) => someone !== some);
      } else {
        model.sort((a, b) => b.priority - a.priority || a.order - b.order);
        expect(line.pop()).toBe(model.shift());
      }
      expect(line.size).toBe(model.length);
    }
  });
});
