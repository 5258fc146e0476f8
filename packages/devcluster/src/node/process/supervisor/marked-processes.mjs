// Finds processes by what their environment says, where /proc shows it (Linux). Elsewhere, it finds none.

import { readdirSync, readFileSync } from "node:fs";

/** The variable by which a process of a container is known, whatever it did to leave its group: its children inherit it. */
export const markVariable = "KUBEWRIGHT_CONTAINER";

/**
 * Processes whose mark begins with `mark`.
 * @param {string} mark
 * @returns {number[]}
 */
export function markedProcesses(mark) {
  const wanted = Buffer.from(`\0${markVariable}=${mark}`);
  return processes().filter((pid) => {
    try {
      return Buffer.concat([Buffer.of(0), readFileSync(`/proc/${pid}/environ`)]).includes(wanted);
    } catch {
      // It has ended, or is somebody else's.
      return false;
    }
  });
}

/**
 * Kills processes whose mark begins with `mark`, and those that they start meanwhile. How many there were.
 * @param {string} mark
 * @returns {number}
 */
export function killMarked(mark) {
  const killed = new Set();
  for (let found = markedProcesses(mark); found.some((pid) => !killed.has(pid)); found = markedProcesses(mark)) {
    for (const pid of found) {
      killed.add(pid);
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended.
      }
    }
  }
  return killed.size;
}

/**
 * When a process started, since its number alone may be another's by now. Empty when there is none, or that cannot be read.
 * @param {number} pid
 * @returns {string}
 */
export function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

/** @returns {number[]} */
function processes() {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}
