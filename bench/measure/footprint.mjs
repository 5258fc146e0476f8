import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bareEnvironment, runProgram } from "../install/program.mjs";
import { spreadOf } from "./spread.mjs";

/** @typedef {import("./spread.mjs").Spread} Spread */
/** @typedef {import("../subject/import.mjs").ImportCost} ImportCost */

/**
 * What importing something costs in a fresh process; memory beyond that of a process that imports nothing.
 * @typedef {{ importMs: Spread, rssBytes: Spread, heapBytes: Spread }} ImportFootprint
 */

/** @typedef {{ bytes: number, files: number, packages: number }} InstalledSize */

/**
 * Something to import with a Node program.
 * @typedef {{ node: string, urls: readonly string[] }} Import
 */

const script = fileURLToPath(new URL("../subject/import.mjs", import.meta.url));

/**
 * Measures each import in `runs` processes, taking turns. The results are in the order of `imports`.
 * @param {readonly Import[]} imports
 * @param {{ runs: number, signal: AbortSignal, progress: (line: string) => void }} options
 * @returns {Promise<ImportFootprint[]>}
 */
export async function measureImports(imports, { runs, signal, progress }) {
  const all = imports.map((each) => ({ ...each, ...samples(), empty: samples() }));
  // The round before the first one fills the page cache.
  for (let round = 0; round <= runs; round++) {
    progress(`import: ${round === 0 ? "warm-up" : `round ${round} of ${runs}`}`);
    for (const each of all) {
      const empty = await importOnce(each.node, [], signal);
      const cost = await importOnce(each.node, each.urls, signal);
      if (round === 0) continue;
      each.importMs.push(cost.importMs);
      each.rssBytes.push(cost.rssBytes);
      each.heapBytes.push(cost.heapBytes);
      each.empty.rssBytes.push(empty.rssBytes);
      each.empty.heapBytes.push(empty.heapBytes);
    }
  }
  return all.map(({ importMs, rssBytes, heapBytes, empty }) => ({
    importMs: spreadOf(importMs),
    rssBytes: above(spreadOf(empty.rssBytes).median, rssBytes),
    heapBytes: above(spreadOf(empty.heapBytes).median, heapBytes),
  }));
}

/**
 * What is in the `node_modules` of a folder.
 * @param {string} folder
 * @returns {Promise<InstalledSize>}
 */
export async function measureInstalled(folder) {
  const modules = join(folder, "node_modules");
  const lock = JSON.parse(await readFile(join(modules, ".package-lock.json"), "utf8"));
  let bytes = 0;
  let files = 0;
  for (const entry of await readdir(modules, { recursive: true, withFileTypes: true })) {
    // npm's own record is not part of any package.
    if (!entry.isFile() || entry.name === ".package-lock.json") continue;
    bytes += (await stat(join(entry.parentPath, entry.name))).size;
    files++;
  }
  return { bytes, files, packages: Object.keys(lock.packages).length };
}

function samples() {
  return {
    importMs: /** @type {number[]} */ ([]),
    rssBytes: /** @type {number[]} */ ([]),
    heapBytes: /** @type {number[]} */ ([]),
  };
}

/**
 * @param {string} node
 * @param {readonly string[]} urls
 * @param {AbortSignal} signal
 * @returns {Promise<ImportCost>}
 */
async function importOnce(node, urls, signal) {
  const args = ["--expose-gc", script, ...urls];
  return JSON.parse(await runProgram(node, args, { env: bareEnvironment(), signal, timeoutMs: 30_000 }));
}

/**
 * @param {number} base
 * @param {readonly number[]} values
 */
function above(base, values) {
  return spreadOf(values.map((value) => value - base));
}
