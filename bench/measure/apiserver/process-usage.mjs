import { readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second, whatever the kernel's own clock is. */
const msPerTick = 10;

/**
 * What a process has used so far, user and system, all threads. Linux only.
 * @param {number} pid
 */
export function processCpuMs(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The program's name, in brackets, may have spaces and brackets of its own.
  const [, , , , , , , , , , , user, system] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(user) + Number(system)) * msPerTick;
}

/**
 * The resident memory of a process. Linux only.
 * @param {number} pid
 */
export function processRssBytes(pid) {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kilobytes === undefined) throw new Error(`/proc/${pid}/status says nothing of resident memory`);
  return Number(kilobytes) * 1024;
}

/**
 * The resident memory of a process, of which pages that several processes share count in part for each. Linux only.
 * @param {number} pid
 */
export function processPssBytes(pid) {
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
  if (kilobytes === undefined) throw new Error(`/proc/${pid}/smaps_rollup says nothing of resident memory`);
  return Number(kilobytes) * 1024;
}
