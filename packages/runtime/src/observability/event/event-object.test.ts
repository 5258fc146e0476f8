import { validateDns1123Subdomain } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { combinedNote, cutToBytes, eventName } from "./event-object.ts";

describe("eventName", () => {
  test.each([
    ["web", "web.18f0"],
    ["a.b-c", "a.b-c.18f0"],
    ["x".repeat(253), `${"x".repeat(248)}.18f0`],
    [`${"x".repeat(247)}-yyyy`, `${"x".repeat(247)}.18f0`],
    [`${"x".repeat(246)}.-yyy`, `${"x".repeat(246)}.18f0`],
    ["system:node", "event.18f0"],
    ["Upper", "event.18f0"],
    ["", "event.18f0"],
    ["-", "event.18f0"],
  ])("of %j can be the name of an object", (object, name) => {
    expect(eventName(object, "18f0")).toBe(name);
    expect(validateDns1123Subdomain(name)).toEqual([]);
  });
});

describe("cutToBytes", () => {
  test.each([
    ["short", 5, "short"],
    ["longer", 5, "longe"],
    ["ääää", 5, "ää"],
    ["a😀b", 4, "a"],
    ["a😀b", 5, "a😀"],
    ["😀", 3, ""],
    ["", 0, ""],
  ])("of %j to %d is %j", (text, maxBytes, expected) => {
    expect(cutToBytes(text, maxBytes)).toBe(expected);
  });

  test("keeps half a character as the replacement that the server would store", () => {
    expect(new TextEncoder().encode(cutToBytes("\ud800".repeat(10), 7)).length).toBe(6);
  });
});

test("a combined note fits, too", () => {
  expect(combinedNote("ä".repeat(1000))).toBe(`(combined from similar events): ${"ä".repeat(496)}`);
});
