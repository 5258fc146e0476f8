// Runs the unit tests on Node 24. Arguments go to vitest: `npm run test:node24 -- packages/client`.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { node24 } from "./node24-program.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const program = await node24();
const script = `console.log("Node " + process.version + " (" + process.execPath + ")")`;
await run(["-e", script]);
process.exitCode = await run([vitest, "run", "--project", "unit", ...process.argv.slice(2)]);

/**
 * @param {string[]} args
 * @returns {Promise<number>}
 */
async function run(args) {
  const child = spawn(program, args, { cwd: root, stdio: "inherit" });
  const [code] = await once(child, "exit");
  return code ?? 1;
}
