import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { node24 } from "../../tools/node24-program.mjs";
import { npm } from "./npm.mjs";
import { ProgramMissing, runProgram } from "./program.mjs";

/**
 * A package as npm installs it into an empty folder.
 * @typedef {object} Installed
 * @property {string} folder has `node_modules`
 * @property {string} version
 * @property {Record<string, string>} modules file URLs, by specifier
 */

/** @typedef {{ program: string, version: string }} NodeProgram */

/** A peer's program, and the version of the module that it measures. @typedef {{ program: string, version: string, goVersion: string }} GoProgram */

/** @typedef {{ signal: AbortSignal, progress: (line: string) => void }} InstallContext */

const repository = fileURLToPath(new URL("../..", import.meta.url));
const cache = join(repository, "node_modules/.cache/bench");

/** @typedef {{ packages: readonly string[], modules: readonly string[], tools?: readonly string[] }} Packed */

/** What is packed for each package of this repository, lowest first, and the modules of it that are used. */
const packed = {
  client: { packages: ["api", "client"], modules: ["@kubewright/client", "@kubewright/api/core/v1"] },
  runtime: {
    packages: ["api", "client", "runtime"],
    modules: [
      "@kubewright/runtime",
      "@kubewright/client",
      "@kubewright/api",
      "@kubewright/api/core/v1",
      "@kubewright/api/apps/v1",
    ],
  },
  apiserver: {
    packages: ["api", "apiserver", "client", "runtime", "devcluster", "codegen", "kubewright"],
    modules: ["@kubewright/apiserver", "@kubewright/client", "@kubewright/api/core/v1"],
  },
  devcluster: {
    packages: ["api", "apiserver", "client", "runtime", "devcluster", "codegen", "kubewright"],
    modules: ["@kubewright/devcluster"],
  },
  codegen: {
    packages: ["api", "apiserver", "client", "runtime", "devcluster", "codegen", "kubewright"],
    modules: ["@kubewright/codegen"],
  },
  operator: {
    packages: ["api", "apiserver", "client", "runtime", "operator", "devcluster", "testing", "codegen", "kubewright"],
    modules: ["@kubewright/operator"],
    // What the compiler needs for scaffolded projects.
    tools: ["@types/node"],
  },
};

/** The Go modules that are measured, by the folder of their program in `../peers`. */
const goModules = {
  "client-go": "k8s.io/client-go",
  "controller-runtime": "sigs.k8s.io/controller-runtime",
  "memcached-operator": "sigs.k8s.io/controller-runtime",
};

/**
 * The Node that runs what is measured.
 * @param {InstallContext} context
 * @returns {Promise<NodeProgram>}
 */
export async function measuredNode({ signal }) {
  const program = await node24();
  return { program, version: (await runProgram(program, ["--version"], { signal })).trim().slice(1) };
}

/**
 * A package of this repository, packed and installed anew: it may have changed.
 * @param {keyof typeof packed} name
 * @param {InstallContext} context
 * @returns {Promise<Installed>}
 */
export async function installKubewright(name, { signal, progress }) {
  progress(`packing and installing @kubewright/${name}`);
  const { packages, modules, tools = [] } = /** @type {Packed} */ (packed[name]);
  const folder = join(cache, `kubewright-${name}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  /** @type {string[]} */
  const tarballs = [];
  for (const each of packages) {
    const printed = await npm(["pack", "--json", `--pack-destination=${folder}`], {
      cwd: join(repository, "packages", each),
      signal,
    });
    const [tarball] = /** @type {{ filename: string }[]} */ (Object.values(JSON.parse(printed)));
    if (tarball === undefined) throw new Error(`npm pack of packages/${each} made nothing`);
    tarballs.push(`./${tarball.filename.replace("@", "").replace("/", "-")}`);
  }
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  const { devDependencies } = JSON.parse(await readFile(join(repository, "package.json"), "utf8"));
  const others = tools.map((tool) => `${tool}@${devDependencies[tool]}`);
  await npm(["install", "--no-package-lock", "--prefer-offline", ...tarballs, ...others], { cwd: folder, signal });
  return describeInstalled(folder, `@kubewright/${name}`, modules);
}

/**
 * The official client, in the version that `peers/client-node/package.json` names.
 * @param {InstallContext} context
 * @returns {Promise<Installed>}
 */
export async function installClientNode({ signal, progress }) {
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
 * A peer that is a Go program, and the versions it is made of.
 * @param {keyof typeof goModules} name
 * @param {InstallContext} context
 * @returns {Promise<GoProgram>}
 */
export async function buildGoPeer(name, { signal, progress }) {
  const source = fileURLToPath(new URL(`../peers/${name}`, import.meta.url));
  const program = join(cache, name, `bench-${name}`);
  const options = { cwd: source, signal, timeoutMs: 900_000 };
  try {
    const goVersion = (await runProgram("go", ["env", "GOVERSION"], options)).trim().replace("go", "");
    progress(`building the ${name} program (minutes the first time)`);
    await runProgram("go", ["build", "-trimpath", "-o", program, "."], options);
    const version = await runProgram("go", ["list", "-m", "-f", "{{.Version}}", goModules[name]], options);
    return { program, version: version.trim(), goVersion };
  } catch (error) {
    if (error instanceof ProgramMissing) throw new ProgramMissing("no Go on the PATH", { cause: error });
    throw error;
  }
}

/**
 * Kubebuilder itself, in the version that `peers/kubebuilder/go.mod` names.
 * @param {InstallContext} context
 * @returns {Promise<GoProgram>}
 */
export async function buildKubebuilder({ signal, progress }) {
  const module = "sigs.k8s.io/kubebuilder/v4";
  const program = join(cache, "kubebuilder/kubebuilder");
  const options = { cwd: fileURLToPath(new URL("../peers/kubebuilder", import.meta.url)), signal, timeoutMs: 900_000 };
  try {
    const goVersion = (await runProgram("go", ["env", "GOVERSION"], options)).trim().replace("go", "");
    progress("building Kubebuilder (minutes the first time)");
    await runProgram("go", ["build", "-trimpath", "-o", program, module], options);
    const version = await runProgram("go", ["list", "-m", "-f", "{{.Version}}", module], options);
    return { program, version: version.trim().slice(1), goVersion };
  } catch (error) {
    if (error instanceof ProgramMissing) throw new ProgramMissing("no Go on the PATH", { cause: error });
    throw error;
  }
}

/**
 * @template T
 * @typedef {{ value: T, problem?: undefined } | { value?: undefined, problem: string }} Attempt
 */

/**
 * What `work` gives, or why the machine does not have it. Any other failure is one.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<Attempt<T>>}
 */
export async function attempt(work) {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof ProgramMissing)) throw error;
    return { problem: error.message };
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
