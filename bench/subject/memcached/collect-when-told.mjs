// Loaded before an operator: on SIGUSR2, collects garbage, gives memory back to the system, and says so. Needs --expose-gc.
process.on("SIGUSR2", () => {
  void globalThis.gc?.(/** @type {any} */ ({ type: "major", execution: "sync", flavor: "last-resort" }));
  process.stderr.write("collected\n");
});
