import { expect, test } from "vitest";
import { formatHumanDuration } from "./human-duration.ts";

const m = 60;
const h = 60 * m;
const d = 24 * h;

test.each([
  [-2, "<invalid>"],
  [-1.5, "0s"],
  [0, "0s"],
  [119.9, "119s"],
  [2 * m, "2m"],
  [2 * m + 5, "2m5s"],
  [10 * m + 59, "10m"],
  [179 * m, "179m"],
  [3 * h, "3h"],
  [7 * h + 59 * m, "7h59m"],
  [8 * h + 59 * m, "8h"],
  [2 * d, "2d"],
  [7 * d + 23 * h, "7d23h"],
  [8 * d + 23 * h, "8d"],
  [729 * d, "729d"],
  [2 * 365 * d, "2y"],
  [7 * 365 * d + 364 * d, "7y364d"],
  [8 * 365 * d + 300 * d, "8y"],
])("%s seconds read as %s", (seconds, text) => {
  expect(formatHumanDuration(seconds * 1000)).toBe(text);
});
