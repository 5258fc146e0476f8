import { describe, expect, test } from "vitest";
import { ApiError } from "../errors.ts";
import type { LabelSelector } from "./label-selector.ts";
import { Selector } from "./selector.ts";

describe("Selector", () => {
  test("an absent structure selects nothing, an empty one everything", () => {
    expect(Selector.from(undefined)).toBe(Selector.nothing);
    expect(Selector.from(null as unknown as undefined)).toBe(Selector.nothing);
    expect(Selector.from({})).toBe(Selector.everything);
    expect(Selector.from({ matchLabels: {}, matchExpressions: [] }).isEmpty).toBe(true);
  });

  test("of an option is that of the text or the structure, and selects everything where there is none", () => {
    expect(Selector.of(undefined)).toBe(Selector.everything);
    expect(Selector.of("")).toEqual(Selector.everything);
    expect(Selector.of("app=web")).toEqual(Selector.parse("app=web"));
    expect(Selector.of({ matchLabels: { app: "web" } })).toEqual(Selector.forLabels({ app: "web" }));
    expect(() => Selector.of({ app: "web" } as object)).toThrow(ApiError);
  });

  test("nothing and everything differ in what they match and print", () => {
    expect(Selector.everything.matches(undefined)).toBe(true);
    expect(Selector.nothing.matches(undefined)).toBe(false);
    expect(Selector.nothing.matches({ a: "b" })).toBe(false);
    expect(Selector.nothing.isEmpty).toBe(false);
    expect(Selector.everything.toString()).toBe("");
    expect(() => Selector.parse(Selector.nothing.toString())).toThrow(ApiError);
  });

  test("nothing stays nothing", () => {
    const selector = Selector.nothing.and({ key: "a", operator: "exists", values: [] });
    expect(selector.selectsNothing).toBe(true);
    expect(selector.toLabelSelector()).toBeUndefined();
  });

  test("labels and expressions of a structure must all hold", () => {
    const structure: LabelSelector = {
      matchLabels: { app: "web" },
      matchExpressions: [
        { key: "tier", operator: "In", values: ["front", "back"] },
        { key: "canary", operator: "DoesNotExist" },
      ],
    };
    const selector = Selector.from(structure);
    expect(selector.toString()).toBe("app=web,!canary,tier in (back,front)");
    expect(selector.matches({ app: "web", tier: "front" })).toBe(true);
    expect(selector.matches({ app: "web", tier: "front", canary: "" })).toBe(false);
    expect(selector.matches({ app: "web" })).toBe(false);
  });

  test("a label outside of matchLabels is refused, not ignored", () => {
    const misplaced = { app: "web" } as Record<string, string>;
    expect(() => Selector.from(misplaced)).toThrow(
      'label selector: unknown field "app": labels go into matchLabels, as in { matchLabels: { app: "web" } }',
    );
  });

  test("a structure survives the way through a selector", () => {
    const structure: LabelSelector = {
      matchLabels: { app: "web" },
      matchExpressions: [{ key: "tier", operator: "NotIn", values: ["front"] }],
    };
    expect(Selector.from(structure).toLabelSelector()).toEqual(structure);
  });

  test("members that every JavaScript object inherits are no labels", () => {
    expect(Selector.parse("constructor").matches({})).toBe(false);
    expect(Selector.parse("!toString").matches({})).toBe(true);
  });

  test("and() leaves the selector it is called on as it was", () => {
    const web = Selector.forLabels({ app: "web" });
    const both = web.and({ key: "a", operator: "!=", values: ["b"] });
    expect(both.toString()).toBe("a!=b,app=web");
    expect(web.toString()).toBe("app=web");
  });

  test.each([
    ["x in (", "label selector \"x in (\": unable to parse requirement: found '', expected: ',', ')' or identifier"],
    ["a=b c", "label selector \"a=b c\": found 'c', expected: ',' or 'end of string'"],
  ])("the error for %s names the selector and the cause", (text, message) => {
    expect(() => Selector.parse(text)).toThrow(expect.objectContaining({ code: "INVALID_SELECTOR", message }));
  });

  test("labels that the server would refuse are refused", () => {
    expect(() => Selector.forLabels({ "not a key": "b" })).toThrow(/key: Invalid value: "not a key"/);
    expect(() => Selector.forLabels({ a: "not a value" })).toThrow(/values\[0\]\[a\]: Invalid value: "not a value"/);
  });
});
