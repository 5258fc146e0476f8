import type { Toleration } from "@kubewright/api/core/v1";
import { expect, test } from "vitest";
import { hasForbiddingTaint, tolerates } from "./tolerates.ts";

test.each<[Toleration, boolean]>([
  [{ key: "for", value: "us" }, true],
  [{ key: "for", operator: "Equal", value: "us", effect: "NoSchedule" }, true],
  [{ key: "for", value: "them" }, false],
  [{ key: "for" }, false],
  [{ key: "for", operator: "Exists" }, true],
  [{ operator: "Exists" }, true],
  [{ operator: "Exists", effect: "NoExecute" }, false],
  [{ key: "other", operator: "Exists" }, false],
  [{ key: "for", operator: "Gt", value: "1" }, false],
])("%j tolerates for=us:NoSchedule: %s", (toleration, isTolerated) => {
  expect(tolerates([toleration], { key: "for", value: "us", effect: "NoSchedule" })).toBe(isTolerated);
});

test("only taints that forbid keep pods off", () => {
  expect(hasForbiddingTaint([{ key: "a", effect: "PreferNoSchedule" }], undefined)).toBe(false);
  expect(hasForbiddingTaint([{ key: "a", effect: "NoExecute" }], undefined)).toBe(true);
  expect(hasForbiddingTaint(undefined, undefined)).toBe(false);
});
