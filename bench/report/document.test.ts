import { expect, test } from "vitest";
import { withParts } from "./document.mjs";

const client = "## Client\n\n- Date: 1\n\n### Goals\n\n- fast\n";
const runtime = "## Runtime\n\n- Date: 2\n";

test("parts are in one order, whichever came first", () => {
  const text = withParts(withParts("", [runtime]), [client]);
  expect(text).toMatch(/^# Benchmark results\n/);
  expect(text.endsWith(`\n\n${client}\n${runtime}`)).toBe(true);
  expect(text).toBe(withParts("", [client, runtime]));
});

test("a part that is replaced leaves the other as it was", () => {
  const text = withParts(withParts("", [client, runtime]), ["## Runtime\n\n- Date: 3\n"]);
  expect(text).toContain(client);
  expect(text).toContain("- Date: 3");
  expect(text).not.toContain("- Date: 2");
});
