// The benchmarks: see options.mjs for how to call it.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { runBench } from "./bench.mjs";
import { help, parseOptions } from "./options.mjs";
import { renderReport } from "./report/report.mjs";

/** @param {string} line */
function progress(line) {
  process.stderr.write(`bench: ${line}\n`);
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
  const result = await runBench(options, { signal: interrupted.signal, progress });
  const report = renderReport(result);
  process.stdout.write(options.output === "json" ? `${JSON.stringify(result, undefined, 2)}\n` : report);
  if (options.quick || options.only !== undefined) return;
  await writeFile(fileURLToPath(new URL("RESULTS.md", import.meta.url)), report);
  progress("written to bench/RESULTS.md");
}

try {
  await main();
} catch (error) {
  progress(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
