import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

/** What our packages depend on, and what that depends on. Packed as it is installed here, so that nothing is fetched. */
const outside = ["@opentelemetry/api", "bintrees", "commander", "prom-client", "tdigest", "typescript", "yaml"];
/** What projects are developed with. */
const tools = ["vitest", "vite", "@types/node", "@biomejs"];

/**
 * Makes a temporary folder whose `node_modules` has all our packages as a user gets them, packed and installed, and the tools of a project.
 * Who calls removes the folder.
 */
export async function installPackages(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kubewright-e2e-"));
  const packages = await readdir(join(root, "packages"));
  // The program of TypeScript for this platform, of which typescript has one for each.
  const programs = (await readdir(join(root, "node_modules/@typescript"))).map((name) => `@typescript/${name}`);
  const subjects = [
    ...packages.map((name) => `./packages/${name}`),
    ...[...outside, ...programs].map((name) => `./node_modules/${name}`),
  ];
  const options = ["--ignore-scripts", "--json", "--pack-destination", folder];
  const { stdout } = await run("npm", ["pack", ...subjects, ...options], { cwd: root, maxBuffer: 1 << 26 });
  const packed = JSON.parse(stdout) as { name: string; filename: string }[];
  const dependencies = Object.fromEntries(packed.map(({ name, filename }) => [name, `file:${filename}`]));
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }));
  const flags = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
  await run("npm", ["install", ...flags], { cwd: folder });
  for (const name of tools) {
    const link = join(folder, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(root, "node_modules", name), link);
  }
  for (const name of ["vitest", "biome"]) {
    await symlink(join(root, "node_modules/.bin", name), join(folder, "node_modules/.bin", name));
  }
  return folder;
}
