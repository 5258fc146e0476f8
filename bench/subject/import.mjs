// Imports the modules whose file URLs are given, and prints what that cost as JSON. Needs --expose-gc.

/** @typedef {{ importMs: number, rssBytes: number, heapBytes: number }} ImportCost */

const urls = process.argv.slice(2);
const start = performance.now();
for (const url of urls) await import(url);
const importMs = performance.now() - start;
const rssBytes = process.memoryUsage.rss();
globalThis.gc?.();
/** @type {ImportCost} */
const cost = { importMs, rssBytes, heapBytes: process.memoryUsage().heapUsed };
process.stdout.write(`${JSON.stringify(cost)}\n`, () => process.exit());
