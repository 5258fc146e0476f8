import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { bareEnvironment } from "../../install/program.mjs";
import { spreadOf } from "../spread.mjs";

/** @typedef {import("../spread.mjs").Spread} Spread */
/** @typedef {{ signal: AbortSignal, progress: (line: string) => void }} RunContext */
/** A generator's program, and the folder that it runs in. @typedef {{ command: string, args: readonly string[], folder: string }} Generator */
/** @typedef {{ rounds: number }} GeneratePlan */

/**
 * Of one run: `wallMs` from the start of the process to its end, `residentBytes` the most that it and its children had together.
 * @typedef {{ wallMs: Spread, residentBytes: Spread }} GenerateCost
 */

/** How often memory is looked at. */
const sampleMs = 5;

/**
 * Runs generators, taking turns, each into an empty folder. Rejects when they do not make the same.
 * @param {string} what
 * @param {Readonly<Record<string, Generator>>} generators by id
 * @param {GeneratePlan} plan
 * @param {RunContext} context
 * @returns {Promise<Map<string, GenerateCost>>} by id
 */
export async function measureGenerate(what, generators, { rounds }, { signal, progress }) {
  const all = Object.entries(generators).map(([id, generator]) => ({
    id,
    generator,
    wallMs: /** @type {number[]} */ ([]),
    residentBytes: /** @type {number[]} */ ([]),
  }));
  for (let round = 0; round <= rounds; round++) {
    progress(round === 0 ? `${what}: once without counting` : `${what}: round ${round} of ${rounds}`);
    for (const { generator, wallMs, residentBytes } of all) {
      await rm(join(generator.folder, "out"), { recursive: true, force: true });
      const cost = await runOnce(generator, signal);
      if (round === 0) continue;
      wallMs.push(cost.wallMs);
      residentBytes.push(cost.residentBytes);
    }
  }
  const [first, ...others] = await Promise.all(all.map(({ generator }) => made(join(generator.folder, "out"))));
  if (first === "" || others.some((other) => other !== first)) throw new Error(`${what}: the outputs differ`);
  return new Map(
    all.map(({ id, wallMs, residentBytes }) => [
      id,
      { wallMs: spreadOf(wallMs), residentBytes: spreadOf(residentBytes) },
    ]),
  );
}

/**
 * @param {Generator} generator
 * @param {AbortSignal} signal
 * @returns {Promise<{ wallMs: number, residentBytes: number }>}
 */
function runOnce({ command, args, folder }, signal) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(command, args, { cwd: folder, env: bareEnvironment(), signal });
    let said = "";
    let residentBytes = 0;
    const timer = setInterval(() => {
      residentBytes = Math.max(residentBytes, treeRssBytes(child.pid ?? 0));
    }, sampleMs);
    child.stderr.on("data", (chunk) => {
      said = `${said}${chunk}`.slice(-4000);
    });
    child.stdout.resume();
    child.on("error", reject);
    child.on("close", (code) => {
      clearInterval(timer);
      const wallMs = performance.now() - start;
      if (code === 0) resolve({ wallMs, residentBytes });
      else reject(new Error(`${command} ended with ${code}\n${said}`));
    });
  });
}

/**
 * The resident memory of a process and of those it started; 0 once it is gone. Linux only.
 * @param {number} pid
 * @returns {number}
 */
function treeRssBytes(pid) {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean),
    );
    return Number(kilobytes ?? 0) * 1024 + children.reduce((sum, child) => sum + treeRssBytes(Number(child)), 0);
  } catch {
    return 0;
  }
}

/**
 * All files of a folder as one text, without the version of the tool that made them.
 * @param {string} folder
 */
async function made(folder) {
  const names = (await readdir(folder)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return names
    .map((name, i) => `${name}\n${texts[i]}`)
    .join("\n")
    .replaceAll(/^(\s+controller-gen\.kubebuilder\.io\/version): .*$/gm, "$1");
}
