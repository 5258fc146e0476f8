import { readFileSync } from "node:fs";

/**
 * Ticks that this machine's processors had since it started, and how many of them the host of a virtual machine gave to others.
 * Undefined where the system does not tell (anything but Linux).
 * @typedef {{ all: number, stolen: number }} ProcessorTime
 * @returns {ProcessorTime | undefined}
 */
export function processorTime() {
  try {
    return parseProcessorTime(readFileSync("/proc/stat", "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} text of `/proc/stat`
 * @returns {ProcessorTime}
 */
export function parseProcessorTime(text) {
  // user nice system idle iowait irq softirq steal; what follows is counted in user and nice already
  const ticks = text.split("\n", 1)[0]?.trim().split(/\s+/).slice(1, 9).map(Number) ?? [];
  return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0 };
}

/**
 * The share of the processor time between two moments that was stolen, from 0 to 1.
 * @param {ProcessorTime | undefined} before
 * @param {ProcessorTime | undefined} after
 */
export function stolenShare(before, after) {
  if (before === undefined || after === undefined || after.all === before.all) return undefined;
  return (after.stolen - before.stolen) / (after.all - before.all);
}
