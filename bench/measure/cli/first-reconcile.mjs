import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spreadOf } from "../spread.mjs";
import { Terminals } from "./typed-path.mjs";

/** @typedef {import("../spread.mjs").Spread} Spread */
/** @typedef {import("./typed-path.mjs").TypedLine} TypedLine */
/** @typedef {{ signal: AbortSignal, progress: (line: string) => void }} RunContext */
/** @typedef {{ rounds: number }} FirstReconcilePlan */

/**
 * How one gets from an empty folder to an operator that works.
 * @typedef {object} Path
 * @property {readonly TypedLine[]} lines
 * @property {RegExp} done what the operator prints when it has reconciled
 * @property {NodeJS.ProcessEnv} env
 * @property {(root: string) => Promise<void>} [prepare] what is not counted, in the folder around the empty one
 * @property {(folder: string) => Promise<void>} [install] what is not counted, after the first line
 * @property {(folder: string) => Promise<void>} [edit] what is not counted, after the second line
 * @property {(folder: string) => Promise<{ ms: number, close: () => Promise<void> }>} [cluster] counted, before `make install run`
 */

/**
 * `wallMs` is the sum of what the lines took.
 * @typedef {{ commands: number, wallMs: Spread, steps: ReadonlyMap<string, Spread> }} FirstReconcileCost
 */

/**
 * Goes the paths, taking turns, each in an empty folder.
 * @param {Readonly<Record<string, Path>>} paths by id
 * @param {FirstReconcilePlan} plan
 * @param {RunContext} context
 * @returns {Promise<Map<string, FirstReconcileCost>>} by id
 */
export async function measureFirstReconcile(paths, { rounds }, { signal, progress }) {
  const all = Object.entries(paths).map(([id, path]) => ({
    id,
    path,
    runs: /** @type {Map<string, number>[]} */ ([]),
  }));
  for (let round = 0; round <= rounds; round++) {
    for (const { id, path, runs } of all) {
      progress(`${id}: ${round === 0 ? "once without counting" : `round ${round} of ${rounds}`}`);
      const steps = await goOnce(path, signal);
      if (round > 0) runs.push(steps);
    }
  }
  return new Map(
    all.map(({ id, path, runs }) => {
      const names = [...(runs[0]?.keys() ?? [])];
      const wall = runs.map((steps) => [...steps.values()].reduce((sum, ms) => sum + ms, 0));
      const steps = new Map(names.map((name) => [name, spreadOf(runs.map((run) => run.get(name) ?? 0))]));
      const commands = path.lines.length + (path.cluster === undefined ? 0 : 1);
      return [id, { commands, wallMs: spreadOf(wall), steps }];
    }),
  );
}

/**
 * The milliseconds of each step.
 * @param {Path} path
 * @param {AbortSignal} signal
 */
async function goOnce({ lines, done, env, prepare, install, edit, cluster }, signal) {
  const root = await mkdtemp(join(tmpdir(), "kubewright-bench-cli-"));
  const folder = join(root, "shop-operator");
  await mkdir(folder);
  await prepare?.(root);
  const terminals = new Terminals({ folder, env: { ...env, KUBECONFIG: join(folder, "kubeconfig") }, signal });
  /** @type {Awaited<ReturnType<NonNullable<Path["cluster"]>>> | undefined} */
  let server;
  try {
    /** @type {Map<string, number>} */
    const steps = new Map();
    for (const [at, typed] of lines.entries()) {
      if (at === 1) await install?.(folder);
      if (at === 2) await edit?.(folder);
      if (at === 2 && cluster !== undefined) {
        server = await cluster(folder);
        steps.set("a cluster", server.ms);
      }
      steps.set(typed.what, await terminals.type(typed));
    }
    steps.set("the first reconcile", await terminals.see(done));
    return steps;
  } finally {
    await terminals.close();
    await server?.close();
    await rm(root, { recursive: true, force: true });
  }
}
