import type { LogLine } from "./log-line.ts";

const ownNames: readonly string[] = ["time", "level", "msg"];

/** One JSON object a line: `time`, `level`, `msg`, then the fields. A field of one of these names gets a `_` in front. */
export function formatJsonLine({ time, level, message, fields }: LogLine): string {
  const members = Object.entries(fields).map(([name, value]) => [ownNames.includes(name) ? `_${name}` : name, value]);
  return `${JSON.stringify({ time, level, msg: message, ...Object.fromEntries(members) })}\n`;
}
