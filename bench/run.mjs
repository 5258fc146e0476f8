// The benchmarks: see options.mjs for how to call it.
import { readFile, writeFile } from "node:fs/promises";
import { runApiServerBench } from "./apiserver-bench.mjs";
import { runCliBench } from "./cli-bench.mjs";
import { runClientBench } from "./client-bench.mjs";
import { runCodegenBench } from "./codegen-bench.mjs";
import { runDevClusterBench } from "./devcluster-bench.mjs";
import { runMemcachedBench } from "./memcached-bench.mjs";
import { help, parseOptions } from "./options.mjs";
import { renderApiServerPart } from "./report/apiserver-report.mjs";
import { renderCliPart } from "./report/cli-report.mjs";
import { renderClientPart } from "./report/client-report.mjs";
import { renderCodegenPart } from "./report/codegen-report.mjs";
import { renderDevClusterPart } from "./report/devcluster-report.mjs";
import { withParts } from "./report/document.mjs";
import { renderMemcachedPart } from "./report/memcached-report.mjs";
import { renderRuntimePart } from "./report/runtime-report.mjs";
import { runRuntimeBench } from "./runtime-bench.mjs";

/** @typedef {import("./options.mjs").BenchOptions} BenchOptions */
/** @typedef {import("./measure/runtime/rounds.mjs").RunContext} RunContext */

/** @type {Record<BenchOptions["parts"][number], (options: BenchOptions, context: RunContext) => Promise<{ result: object, text: string }>>} */
const measures = {
  client: async (options, context) => {
    const result = await runClientBench(options, context);
    return { result, text: renderClientPart(result) };
  },
  runtime: async (options, context) => {
    const result = await runRuntimeBench(options, context);
    return { result, text: renderRuntimePart(result) };
  },
  apiserver: async (options, context) => {
    const result = await runApiServerBench(options, context);
    return { result, text: renderApiServerPart(result) };
  },
  devcluster: async (options, context) => {
    const result = await runDevClusterBench(options, context);
    return { result, text: renderDevClusterPart(result) };
  },
  codegen: async (options, context) => {
    const result = await runCodegenBench(options, context);
    return { result, text: renderCodegenPart(result) };
  },
  cli: async (options, context) => {
    const result = await runCliBench(options, context);
    return { result, text: renderCliPart(result) };
  },
  memcached: async (options, context) => {
    const result = await runMemcachedBench(options, context);
    return { result, text: renderMemcachedPart(result) };
  },
};

const resultFile = new URL("RESULTS.md", import.meta.url);

/** @param {string} line */
function progress(line) {
  process.stderr.write(`bench: ${line}\n`);
}

/** @param {string} _key @param {unknown} value */
function mapsAsObjects(_key, value) {
  return value instanceof Map ? Object.fromEntries(value) : value;
}

async function main() {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(help);
    return;
  }
  const interrupted = new AbortController();
  for (const name of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
    process.once(name, () => interrupted.abort(new Error(`ended by ${name}`)));
  }
  const context = { signal: interrupted.signal, progress };
  /** @type {Record<string, unknown>} */
  const results = {};
  /** @type {string[]} */
  const texts = [];
  for (const part of options.parts) {
    const { result, text } = await measures[part](options, context);
    results[part] = result;
    texts.push(text);
    if (options.quick || options.only !== undefined) continue;
    await writeFile(resultFile, withParts(await readFile(resultFile, "utf8"), [text]));
    progress(`the ${part}'s results are in bench/RESULTS.md`);
  }
  const json = options.output === "json";
  process.stdout.write(json ? `${JSON.stringify(results, mapsAsObjects, 2)}\n` : withParts("", texts));
}

try {
  await main();
} catch (error) {
  progress(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
