import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { npm } from "./npm.mjs";
import { ProgramMissing, runProgram } from "./program.mjs";

/**
 * A package as npm installs it into an empty folder.
 * @typedef {object} Installed
 * @property {string} folder has `node_modules`
 * @property {string} version
 * @property {Record<string, string>} modules file URLs, by specifier
 */

/** @typedef {{ cache: string, signal: AbortSignal, progress: (line: string) => void }} InstallContext */

const repository = fileURLToPath(new URL("../..", import.meta.url));

/**
 * This repository's client, packed and installed anew: it may have changed.
 * @param {InstallContext} context
 * @returns {Promise<Installed>}
 */
export async function installKubewright({ cache, signal, progress }) {
  progress("packing and installing @kubewright/client");
  const folder = join(cache, "kubewright");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  /** @type {string[]} */
  const tarballs = [];
  for (const name of ["api", "client"]) {
    const printed = await npm(["pack", "--json", `--pack-destination=${folder}`], {
      cwd: join(repository, "packages", name),
      signal,
    });
    const [packed] = /** @type {{ filename: string }[]} */ (Object.values(JSON.parse(printed)));
    if (packed === undefined) throw new Error(`npm pack of packages/${name} made nothing`);
    tarballs.push(`./${packed.filename.replace("@", "").replace("/", "-")}`);
  }
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  await npm(["install", "--no-package-lock", "--prefer-offline", ...tarballs], { cwd: folder, signal });
  return describeInstalled(folder, "@kubewright/client", ["@kubewright/client", "@kubewright/api/core/v1"]);
}

/**
 * The official client, in the version that `peers/client-node/package.json` names.
 * @param {InstallContext} context
 * @returns {Promise<Installed>}
 */
export async function installClientNode({ cache, signal, progress }) {
  const name = "@kubernetes/client-node";
  const manifest = fileURLToPath(new URL("../peers/client-node/package.json", import.meta.url));
  const version = JSON.parse(await readFile(manifest, "utf8")).dependencies[name];
  const folder = join(cache, `client-node-${version}`);
  const done = join(folder, "installed");
  if (!existsSync(done)) {
    progress(`installing ${name} ${version} (once)`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await cp(manifest, join(folder, "package.json"));
    await npm(["install", "--no-package-lock"], { cwd: folder, signal });
    await writeFile(done, "");
  }
  return describeInstalled(folder, name, [name]);
}

/**
 * The path of the client-go program, and the versions it is made of.
 * @param {InstallContext} context
 */
export async function buildClientGo({ cache, signal, progress }) {
  const source = fileURLToPath(new URL("../peers/client-go", import.meta.url));
  const program = join(cache, "client-go", "bench-client-go");
  const options = { cwd: source, signal, timeoutMs: 900_000 };
  try {
    const goVersion = (await runProgram("go", ["env", "GOVERSION"], options)).trim().replace("go", "");
    progress("building the client-go program (minutes the first time)");
    await runProgram("go", ["build", "-trimpath", "-o", program, "."], options);
    const version = (await runProgram("go", ["list", "-m", "-f", "{{.Version}}", "k8s.io/client-go"], options)).trim();
    return { program, version, goVersion };
  } catch (error) {
    if (error instanceof ProgramMissing) throw new ProgramMissing("no Go on the PATH", { cause: error });
    throw error;
  }
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {readonly string[]} specifiers
 * @returns {Promise<Installed>}
 */
async function describeInstalled(folder, name, specifiers) {
  const { resolve } = createRequire(join(folder, "package.json"));
  const manifest = await readFile(join(folder, "node_modules", name, "package.json"), "utf8");
  const modules = specifiers.map((each) => [each, pathToFileURL(resolve(each)).href]);
  return { folder, version: JSON.parse(manifest).version, modules: Object.fromEntries(modules) };
}
