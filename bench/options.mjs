import { parseArgs } from "node:util";

export const help = `Measures @kubewright/client beside @kubernetes/client-node and client-go.

Usage: npm run bench -- [options]

  --quick           a smoke run in less than a minute; its numbers mean little
  --only PART       import (time, memory, size) or requests (per second, CPU)
  --output FORMAT   markdown (default) or json, on standard output
  --help            this text

A full run, without --quick and --only, takes up to ten minutes and also writes bench/RESULTS.md.
Peers are installed into node_modules/.cache/bench on first use. The API server is the one that
\`npm run kube-assets\` builds, or that of KUBEBUILDER_ASSETS.
`;

/** @typedef {{ quick: boolean, only: "import" | "requests" | undefined, output: "markdown" | "json", help: boolean }} BenchOptions */

/**
 * What the command line asks for. Throws an Error that says what is wrong with it.
 * @param {readonly string[]} args
 * @returns {BenchOptions}
 */
export function parseOptions(args) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string" },
      output: { type: "string", default: "markdown" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const { quick, only, output, help: wantsHelp } = values;
  if (only !== undefined && only !== "import" && only !== "requests") {
    throw new Error(`--only ${only}: it is import or requests`);
  }
  if (output !== "markdown" && output !== "json") throw new Error(`--output ${output}: it is markdown or json`);
  return { quick, only, output, help: wantsHelp };
}
