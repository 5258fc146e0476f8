import { describe, expect, test } from "vitest";
import { urlCovers } from "./policy-rule.ts";

describe("a URL of a rule", () => {
  test.each([
    ["*", "/anything", true],
    ["/healthz", "/healthz", true],
    ["/healthz", "/healthz/etcd", false],
    ["/healthz/*", "/healthz/etcd", true],
    ["/healthz**", "/healthz", true],
    ["/*/x", "/a/x", false],
  ])("%s covers %s: %s", (url, other, covers) => {
    expect(urlCovers(url, other)).toBe(covers);
  });

  test("with very many stars is read as fast as a short one", () => {
    const stars = "*".repeat(1_000_000);
    expect(urlCovers(`/a${stars}b*`, "/a")).toBe(false);
    expect(urlCovers(`/a${stars}`, "/ab")).toBe(true);
  });
});
