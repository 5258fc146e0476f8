import { ApiError, parseDuration } from "@kubewright/api";
import { quote } from "@kubewright/api/server";

interface Unit {
  readonly least: number;
  readonly most: number;
  readonly names: readonly string[];
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const units: readonly Unit[] = [
  { least: 0, most: 59, names: [] },
  { least: 0, most: 23, names: [] },
  { least: 1, most: 31, names: [] },
  { least: 1, most: 12, names: months },
  { least: 0, most: 6, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] },
];

const named = new Set(["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"]);

/** What is wrong with a schedule in the notation of cron, or nothing. */
export function scheduleProblem(schedule: string): string | undefined {
  let text = schedule;
  const zone = /^(?:CRON_)?TZ=/.exec(schedule);
  if (zone !== null) {
    const space = schedule.indexOf(" ");
    if (space < 0) return "invalid schedule format: runtime error: slice bounds out of range [:-1]";
    const name = schedule.slice(zone[0].length, space);
    if (!isTimeZone(name)) return `provided bad location ${name}: unknown time zone ${name}`;
    text = schedule.slice(space).trim();
  }
  if (text.startsWith("@")) return descriptorProblem(text);
  const fields = text.split(/\s+/).filter((field) => field !== "");
  if (fields.length !== units.length) {
    return `expected exactly ${units.length} fields, found ${fields.length}: [${fields.join(" ")}]`;
  }
  for (const [index, unit] of units.entries()) {
    for (const part of (fields[index] as string).split(",").filter((each) => each !== "")) {
      const problem = rangeProblem(part, unit);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

/** Whether there is such a time zone. Case matters. */
export function isTimeZone(name: string): boolean {
  if (name === "" || name === "Local") return true;
  if (/^[+-]/.test(name)) return false;
  try {
    const known = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
    return known === name || known.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}

function descriptorProblem(text: string): string | undefined {
  if (named.has(text)) return undefined;
  if (!text.startsWith("@every ")) return `unrecognized descriptor: ${text}`;
  try {
    parseDuration(text.slice("@every ".length));
    return undefined;
  } catch (error) {
    return `failed to parse duration ${text}: ${error instanceof ApiError ? error.detail : error}`;
  }
}

function rangeProblem(text: string, unit: Unit): string | undefined {
  const [range = "", stepText, ...slashes] = text.split("/");
  const [low = "", high, ...hyphens] = range.split("-");
  let first: number | string = unit.least;
  let last: number | string = unit.most;
  if (low !== "*" && low !== "?") {
    first = numberOf(low, unit.names, unit.least);
    if (typeof first === "string") return first;
    if (hyphens.length > 0) return `too many hyphens: ${text}`;
    last = high === undefined ? first : numberOf(high, unit.names, unit.least);
    if (typeof last === "string") return last;
  }
  let step: number | string = 1;
  if (slashes.length > 0) return `too many slashes: ${text}`;
  if (stepText !== undefined) {
    step = numberOf(stepText, [], 0);
    if (typeof step === "string") return step;
    if (high === undefined) last = unit.most;
  }
  if (first < unit.least) return `beginning of range (${first}) below minimum (${unit.least}): ${text}`;
  if (last > unit.most) return `end of range (${last}) above maximum (${unit.most}): ${text}`;
  if (first > last) return `beginning of range (${first}) beyond end of range (${last}): ${text}`;
  return step === 0 ? `step of range should be a positive number: ${text}` : undefined;
}

/** The number, or what is wrong with it. */
function numberOf(text: string, names: readonly string[], least: number): number | string {
  const index = names.indexOf(text.toLowerCase());
  if (index >= 0) return index + least;
  if (!/^[+-]?\d+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${quote(text)}: invalid syntax`;
  }
  const number = BigInt(text.replace(/^\+/, ""));
  if (BigInt.asIntN(64, number) !== number) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${quote(text)}: value out of range`;
  }
  return number < 0n ? `negative number (${number}) not allowed: ${text}` : Number(number);
}
