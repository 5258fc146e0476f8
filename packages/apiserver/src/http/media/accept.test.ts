import { describe, expect, test } from "vitest";
import { parseAccept } from "./accept.ts";

describe("an Accept header", () => {
  test("has spaces around its parts that mean nothing", () => {
    const [clause] = parseAccept("  application / json ; as = Table ;q=0.5");
    expect(clause).toEqual({
      type: "application",
      subtype: "json",
      quality: 0.5,
      parameters: new Map([["as", "Table"]]),
    });
  });

  test("with very many spaces is read as fast as a short one", () => {
    const spaces = " ".repeat(1_000_000);
    expect(parseAccept(`a${spaces}b/c`)).toMatchObject([{ type: `a${spaces}b`, subtype: "c" }]);
    expect(parseAccept(`${spaces}a/b${spaces}`)).toMatchObject([{ type: "a", subtype: "b" }]);
  });
});
