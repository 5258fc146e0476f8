import { describe, expect, test } from "vitest";
import { managerOfUserAgent } from "./option-rules.ts";

describe("managerOfUserAgent", () => {
  test.each([
    ["kubectl/v1.36.3 (linux/amd64)", "kubectl"],
    ["Go-http-client/1.1", "Go-http-client"],
    ["", ""],
    ["a\u0007b c/1", "ab c"],
    [`${"é".repeat(65)}/1`, "é".repeat(64)],
  ])("%j is %j", (userAgent, manager) => {
    expect(managerOfUserAgent(userAgent)).toBe(manager);
  });
});
