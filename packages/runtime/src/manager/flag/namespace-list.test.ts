import { describe, expect, test } from "vitest";
import { FlagError } from "./flag-error.ts";
import { readNamespaces } from "./namespace-list.ts";

const advice = "write it like --namespace=one,two, or --namespace= for all namespaces; --help shows all flags";

describe("readNamespaces", () => {
  test.each([
    ["", []],
    ["one", ["one"]],
    ["one,two", ["one", "two"]],
    [" one , two ", ["one", "two"]],
    ["one,two,one", ["one", "two"]],
  ])("%j names %j", (text, names) => {
    expect(readNamespaces("--namespace", text)).toEqual(names);
  });

  test.each([
    [",", "--namespace=,"],
    ["a,,b", "--namespace=a,,b"],
    ["a,", "--namespace=a,"],
    [",a", "--namespace=,a"],
    [" ", '--namespace=" "'],
    ["a, ,b", '--namespace="a, ,b"'],
  ])("an empty name in %j is refused, and does not mean all namespaces", (text, given) => {
    const read = () => readNamespaces("--namespace", text);
    expect(read).toThrow(FlagError);
    expect(read).toThrow(`${given} has an empty name in its list; ${advice}`);
  });

  test.each(["Team_A", "a.b", "a b", "-a", "a".repeat(64)])(
    "%j is refused: no namespace can have that name",
    (name) => {
      const read = () => readNamespaces("--namespace", `one,${name}`);
      expect(read).toThrow(FlagError);
      expect(read).toThrow(`${JSON.stringify(name)} cannot be the name of a namespace: `);
    },
  );

  test("the variable is named where the list came from it", () => {
    expect(() => readNamespaces("WATCH_NAMESPACE", "a,,b")).toThrow(
      "WATCH_NAMESPACE=a,,b has an empty name in its list; write it like WATCH_NAMESPACE=one,two, or WATCH_NAMESPACE= for all namespaces",
    );
  });
});
