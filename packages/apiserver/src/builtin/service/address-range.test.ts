import { describe, expect, test } from "vitest";
import { AddressRange } from "./address-range.ts";

const range = (text: string): AddressRange => AddressRange.parse(text) as AddressRange;
const free = (): boolean => false;

describe("AddressRange", () => {
  test.each([
    ["10.0.0.0/24", "10.0.0.1", true],
    ["10.0.0.0/24", "10.0.0.254", true],
    ["10.0.0.0/24", "10.0.0.0", false],
    ["10.0.0.0/24", "10.0.0.255", false],
    ["10.0.0.77/24", "10.0.0.5", true],
    ["10.0.0.0/24", "10.0.1.1", false],
    ["10.0.0.0/24", "fd00::1", false],
    ["fd00::/112", "fd00::1", true],
    ["fd00::/112", "fd00::ffff", true],
    ["fd00::/112", "fd00::1:0", false],
  ])("%s has %s: %s", (block, address, has) => {
    expect(range(block).has(address)).toBe(has);
  });

  test.each(["", "10.0.0.0", "10.0.0.0/x", "10.0.0.0/33", "x/24", "10.0.0.0/-1"])("%j is no range", (text) => {
    expect(AddressRange.parse(text)).toBeUndefined();
  });

  test("the lower part is given only when the upper part is taken", () => {
    const taken = new Set<string>();
    const isTaken = (address: string): boolean => taken.has(address);
    const chosen: string[] = [];
    for (;;) {
      const address = range("10.0.0.0/26").choose(isTaken, () => 0);
      if (address === undefined) break;
      taken.add(address);
      chosen.push(address);
    }
    expect(chosen.slice(0, 2)).toEqual(["10.0.0.17", "10.0.0.18"]);
    expect(chosen.slice(-16)).toEqual(Array.from({ length: 16 }, (_, index) => `10.0.0.${index + 1}`));
    expect(chosen).toHaveLength(62);
  });

  test("a choice from a vast range is near the start that chance gives", () => {
    expect(range("fd00::/64").choose(free, () => 5)).toBe("fd00::106");
  });
});
