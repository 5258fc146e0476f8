import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { node24 } from "../../../../tools/node24-program.mjs";
import { runProgram } from "./program.ts";

/** A program that works with the server of a kubeconfig. Gives what it printed. */
export type ClientProgram = (kubeconfig: string) => Promise<string>;

const cache = fileURLToPath(new URL("../../../../node_modules/.cache/test-client", import.meta.url));
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** A round trip takes seconds. */
const timeoutMs = 120_000;

/** With the Python client that `python/requirements.txt` names, in an environment of its own that is made once. */
export async function pythonClient(): Promise<ClientProgram> {
  const requirements = here("python/requirements.txt");
  const folder = join(cache, `python-${(await readFile(requirements, "utf8")).trim()}`);
  const python = join(folder, "bin", "python");
  await once(folder, async () => {
    await runProgram("python3", ["-m", "venv", folder], "there is no python3 on the PATH: the Python client needs it");
    const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements];
    await runProgram(python, install, "the virtual environment has no Python: does python3 have the module venv?");
  });
  return (kubeconfig) =>
    runProgram(python, [here("python/round-trip.py")], `${python} is gone`, {
      env: { KUBECONFIG: kubeconfig },
      timeoutMs,
    });
}

/** With the official client for Node that `client-node/package.json` names, installed once. It needs Node 24. */
export async function nodeClient(): Promise<ClientProgram> {
  const manifest = here("client-node/package.json");
  const { dependencies } = JSON.parse(await readFile(manifest, "utf8")) as { dependencies: Record<string, string> };
  const folder = join(cache, `client-node-${dependencies["@kubernetes/client-node"]}`);
  await once(folder, async () => {
    await cp(manifest, join(folder, "package.json"));
    const install = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"];
    await runProgram("npm", install, "there is no npm on the PATH", { cwd: folder });
  });
  const node = await node24();
  return (kubeconfig) =>
    runProgram(node, [here("client-node/round-trip.mjs")], `${node} is gone`, {
      cwd: folder,
      env: { KUBECONFIG: kubeconfig },
      timeoutMs,
    });
}

/** With client-go as `go/go.mod` names it, compiled when it changed. */
export async function goClient(): Promise<ClientProgram> {
  const program = join(cache, "client-go-round-trip");
  const build = ["build", "-trimpath", "-o", program, "."];
  await runProgram("go", build, "there is no go on the PATH: client-go needs it", { cwd: here("go") });
  return (kubeconfig) => runProgram(program, [], `${program} is gone`, { env: { KUBECONFIG: kubeconfig }, timeoutMs });
}

/** Fills a folder, unless that was done before and was finished. */
async function once(folder: string, fill: () => Promise<void>): Promise<void> {
  const done = join(folder, "installed");
  if (existsSync(done)) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await fill();
  await writeFile(done, "");
}
