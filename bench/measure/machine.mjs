import { cpus, totalmem } from "node:os";
import { processorTime, stolenShare } from "./stolen-time.mjs";

/** @typedef {import("./stolen-time.mjs").ProcessorTime} ProcessorTime */

/**
 * Where something was measured. `stolen`: share of the processor time, 0 to 1.
 * @typedef {{ cpu: string, cores: number, memoryBytes: number, stolen?: number }} Machine
 */

/**
 * This machine, and what its host took of it since a moment.
 * @param {ProcessorTime | undefined} since
 * @returns {Machine}
 */
export function describeMachine(since) {
  const stolen = stolenShare(since, processorTime());
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryBytes: totalmem(),
    ...(stolen !== undefined && { stolen }),
  };
}
