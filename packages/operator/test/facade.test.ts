import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** The names that a package exports, with `type` before those that are types. */
function exportsOf(name: string): string[] {
  const index = readFileSync(new URL(`../../${name}/src/index.ts`, import.meta.url), "utf8");
  return [...index.matchAll(/^export (type )?\{([^}]*)\} from/gm)].flatMap(([, isType = "", list = ""]) =>
    list
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => (part.startsWith("type ") ? part : isType + part)),
  );
}

describe("operator", () => {
  test("has all of the runtime", () => {
    const own = new Set(exportsOf("operator"));
    expect(exportsOf("runtime").filter((name) => !own.has(name))).toEqual([]);
  });

  test("has no code of its own", () => {
    const index = readFileSync(new URL("../src/index.ts", import.meta.url), "utf8");
    const rest = index.replace(/^export (type )?\{[^}]*\} from "@kubewright\/(api|client|runtime)";$|^\/\/ .*$/gm, "");
    expect(rest.trim()).toBe("");
  });
});
