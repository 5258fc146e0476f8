// Loaded before an operator: on SIGUSR2, collects garbage, gives memory back to the system, and says how many bytes are still held. Needs --expose-gc.
process.on("SIGUSR2", () => {
  void globalThis.gc?.(/** @type {any} */ ({ type: "major", execution: "sync", flavor: "last-resort" }));
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write(`collected ${heapUsed + external}\n`);
});
