/** @typedef {import("./protocol.mjs").Memory} Memory */

/**
 * Needs --expose-gc.
 * @returns {Memory}
 */
export function memoryAfterCollection() {
  if (globalThis.gc === undefined) throw new Error("run with --expose-gc");
  // Gives memory back to the system, as Go's FreeOSMemory does.
  void globalThis.gc(/** @type {any} */ ({ type: "major", execution: "sync", flavor: "last-resort" }));
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rssBytes: rss, heapBytes: heapUsed + external, peakRssBytes: process.resourceUsage().maxRSS * 1024 };
}

/** What this process has used so far, user and system, all threads. */
export function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
