import type { KubeObject } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import type { FailureReason } from "./stream-failure.ts";
import { isOtherList, type StreamStep, stepAfterFailure } from "./stream-step.ts";

type Step = StreamStep<KubeObject>;

/** `stream`, `stream 7` (not older than 7), `watch` … */
function parse(text: string): Step {
  const [type, notOlderThan] = text.split(" ");
  if (type === "watch") return { type };
  return { type: type as "stream" | "pages", notOlderThan };
}

const show = (step: Step): string =>
  [step.type, "notOlderThan" in step && step.notOlderThan]
    .filter((part) => part !== undefined && part !== false)
    .join(" ");

const reasons: FailureReason[] = [
  "gone",
  "forbidden",
  "stalled",
  "connection",
  "throttled",
  "refused",
  "unexpected",
  "other",
];

describe("after a failure", () => {
  test.each<{ step: string; reason: FailureReason; next: string }>([
    { step: "stream", reason: "refused", next: "pages" },
    { step: "stream 7", reason: "refused", next: "pages 7" },
    { step: "stream", reason: "stalled", next: "pages" },
    { step: "stream 7", reason: "unexpected", next: "pages 7" },
    { step: "stream 7", reason: "gone", next: "stream" },
    { step: "pages 7", reason: "gone", next: "stream" },
    { step: "pages 7", reason: "refused", next: "stream" },
    { step: "pages 7", reason: "connection", next: "stream 7" },
    { step: "watch", reason: "gone", next: "stream 9" },
    { step: "watch", reason: "unexpected", next: "stream 9" },
    { step: "watch", reason: "refused", next: "stream" },
  ])("($reason) $step leads to $next", ({ step, reason, next }) => {
    const knowledge = { hasWatchList: true, resourceVersion: "9", isStuck: false };
    expect(show(stepAfterFailure(parse(step), reason, knowledge))).toBe(next);
  });

  test.each(reasons)("(%s) a server that cannot stream is asked for pages only", (reason) => {
    const knowledge = { hasWatchList: false, resourceVersion: "9", isStuck: true };
    for (const step of ["pages", "pages 7", "watch"]) {
      expect(show(stepAfterFailure(parse(step), reason, knowledge))).toMatch(/^pages/);
    }
  });

  test.each(["forbidden", "connection", "throttled", "stalled", "other"] as const)(
    "(%s) a watch is opened again, until it is stuck",
    (reason) => {
      const knowledge = { hasWatchList: true, resourceVersion: "9", isStuck: false };
      expect(show(stepAfterFailure(parse("watch"), reason, knowledge))).toBe("watch");
      expect(show(stepAfterFailure(parse("watch"), reason, { ...knowledge, isStuck: true }))).toBe("stream 9");
    },
  );
});

test.each([
  { from: "stream", to: "pages", isOther: true },
  { from: "stream 7", to: "stream", isOther: true },
  { from: "stream", to: "stream", isOther: false },
  { from: "pages 7", to: "pages 7", isOther: false },
  { from: "watch", to: "stream 7", isOther: false },
])("$to after $from is another list: $isOther", ({ from, to, isOther }) => {
  expect(isOtherList(parse(from), parse(to))).toBe(isOther);
});
