import { describe, expect, test } from "vitest";
import { turnOrder } from "./turn-order.mjs";

describe("turnOrder", () => {
  test.each([0, 1, 2, 3, 4, 5, 6])("has each of %i once in every turn", (count) => {
    const all = Array.from({ length: count }, (_, index) => index);
    for (let turn = 0; turn < 30; turn++) expect(turnOrder(all, turn).sort()).toEqual(all);
  });

  test("lets each of five come first, and directly after each other one, equally often", () => {
    const all = ["a", "b", "c", "d", "e"];
    const firsts = new Map<string, number>();
    const pairs = new Map<string, number>();
    for (let turn = 0; turn < 20; turn++) {
      const order = turnOrder(all, turn);
      order.forEach((one, index) => {
        if (index === 0) firsts.set(one, (firsts.get(one) ?? 0) + 1);
        else pairs.set(`${order[index - 1]}${one}`, (pairs.get(`${order[index - 1]}${one}`) ?? 0) + 1);
      });
    }
    expect([...firsts.values()]).toEqual([4, 4, 4, 4, 4]);
    expect([...pairs.values()]).toEqual(Array.from({ length: 20 }, () => 4));
  });
});
