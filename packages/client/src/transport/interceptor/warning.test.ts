import { describe, expect, test } from "vitest";
import { responseOf } from "../response-of.ts";
import type { ApiRequest } from "../transport.ts";
import { parseWarnings, reportWarnings, type ServerWarning } from "./warning.ts";

describe("parseWarnings", () => {
  test.each([
    ['299 - "text"', [{ code: 299, agent: "-", text: "text" }]],
    [
      '299 - "a", 199 host:80 "b"',
      [
        { code: 299, agent: "-", text: "a" },
        { code: 199, agent: "host:80", text: "b" },
      ],
    ],
    ['299 - "with \\"quotes\\", a comma and \\\\"', [{ code: 299, agent: "-", text: 'with "quotes", a comma and \\' }]],
    [
      '299 - "dated" "Thu, 01 Jan 2026 00:00:00 GMT", 299 - "next"',
      [
        { code: 299, agent: "-", text: "dated" },
        { code: 299, agent: "-", text: "next" },
      ],
    ],
    ['299 - ""', [{ code: 299, agent: "-", text: "" }]],
    [Buffer.from('299 - "grüße 🚢"').toString("latin1"), [{ code: 299, agent: "-", text: "grüße 🚢" }]],
    [Buffer.from('299 - "\xe9"', "latin1").toString("latin1"), [{ code: 299, agent: "-", text: "é" }]],
    ["", []],
    ["299", []],
    ['299 "no agent"', []],
    ['299 - "unfinished', []],
    ['299 - "good", nonsense', [{ code: 299, agent: "-", text: "good" }]],
  ])("%s", (header, expected) => {
    expect(parseWarnings(header)).toEqual(expected);
  });
});

describe("reportWarnings", () => {
  const request: ApiRequest = { method: "POST", path: "/api/v1/pods?token=hunter2" };

  async function reported(...headers: string[][]): Promise<ServerWarning[]> {
    const warnings: ServerWarning[] = [];
    const interceptor = reportWarnings((warning) => warnings.push(warning));
    for (const values of headers) {
      const response = responseOf({ headers: { warning: values } });
      expect(await interceptor(request, async () => response)).toBe(response);
    }
    return warnings;
  }

  test("tells each text once, with the request that drew it, but not its query", async () => {
    const warnings = await reported(['299 - "a"', '299 - "b"'], ['299 - "a", 299 - "c"']);
    expect(warnings).toEqual(
      ["a", "b", "c"].map((text) => ({ text, agent: "-", method: "POST", path: "/api/v1/pods" })),
    );
  });

  test("ignores other codes and empty texts", async () => {
    expect(await reported(['199 - "a"', '299 - ""'])).toEqual([]);
  });
});
