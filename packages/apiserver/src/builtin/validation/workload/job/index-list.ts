import { quote } from "@kubewright/api/server";

/** How many indexes a list such as `1,3-5` names, or what is wrong with it. All must be below `completions`. */
export function countIndexes(text: string, completions: number): number | string {
  if (text === "") return 0;
  let total = 0;
  let last: number | undefined;
  for (const part of text.split(",")) {
    const interval = parseInterval(part, completions);
    if (typeof interval === "string") return interval;
    const [first, end] = interval;
    if (last !== undefined && last >= first) return `non-increasing order, previous: ${last}, current: ${first}`;
    total += end - first + 1;
    last = end;
  }
  return total;
}

/** The first index that two lists both name; parts that cannot be read are left out. */
export function sharedIndex(text: string, other: string, completions: number): number | undefined {
  if (text === "" || other === "") return undefined;
  const intervals = intervalsOf(text, completions);
  const others = intervalsOf(other, completions);
  let at = 0;
  let otherAt = 0;
  for (;;) {
    const interval = intervals[at];
    const compared = others[otherAt];
    if (interval === undefined || compared === undefined) return undefined;
    if (interval[0] <= compared[1] && compared[0] <= interval[1]) return Math.max(interval[0], compared[0]);
    if (interval[0] <= compared[0]) at++;
    else otherAt++;
  }
}

type Interval = readonly [first: number, last: number];

function intervalsOf(text: string, completions: number): Interval[] {
  return text
    .split(",")
    .map((part) => parseInterval(part, completions))
    .filter((interval) => typeof interval !== "string");
}

function parseInterval(text: string, completions: number): Interval | string {
  const limits = text.split("-");
  if (limits.length > 2) {
    return `the fragment ${quote(text)} violates the requirement that an index interval can have at most two parts separated by '-'`;
  }
  const numbers: number[] = [];
  for (const limit of limits) {
    if (!/^\+?\d+$/.test(limit)) return `cannot convert string to integer for index: ${quote(limit)}`;
    if (Number(limit) >= completions) return `too large index: ${quote(limit)}`;
    numbers.push(Number(limit));
  }
  const [first = 0, last = first] = numbers;
  if (limits.length > 1 && first >= last) return `non-increasing order, previous: ${first}, current: ${last}`;
  return [first, last];
}
