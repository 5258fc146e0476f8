// `npm test` and its siblings: builds, lints and runs one project's tests. Whatever goes wrong, the last line is plain:
// `N passed, N failed`. Usage: node tools/test.mjs unit|real|e2e|scenario [vitest arguments]
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const [project = "unit", ...rest] = process.argv.slice(2);

/**
 * Whether the program ended well. Its output goes where ours goes.
 * @param {string} program
 * @param {string[]} args
 */
function run(program, ...args) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  return status === 0;
}

const isBuilt = run("npm", "run", "--silent", "build");
const isClean =
  isBuilt && (project !== "unit" || run("npx", "--no-install", "biome", "ci", "--error-on-warnings", "."));
if (!isClean) {
  console.log(`${isBuilt ? "the lint" : "the build"} failed: no test was run`);
  console.log("0 passed, 1 failed");
  process.exit(1);
}
process.exit(run("npx", "--no-install", "vitest", "run", "--project", project, ...rest) ? 0 : 1);
