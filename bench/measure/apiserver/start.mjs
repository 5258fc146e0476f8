import { fileURLToPath } from "node:url";
import { bareEnvironment, runProgram } from "../../install/program.mjs";
import { spreadOf } from "../spread.mjs";

/** @typedef {import("../spread.mjs").Spread} Spread */
/** @typedef {import("./measured-server.mjs").StartServer} StartServer */
/** @typedef {import("../../subject/apiserver/start.mjs").StartTimes} StartTimes */
/** @typedef {{ signal: AbortSignal, progress: (line: string) => void }} RunContext */
/** @typedef {{ rounds: number, starts: number, settleMs: number }} StartPlan */

/**
 * `readyMs` from the start of a process to a server that answers; `residentBytes` of its processes a while later.
 * @typedef {{ readyMs: Spread, residentBytes: Spread }} ProcessStart
 */

/** A server in a process that does other things too. @typedef {{ importMs: Spread, firstMs: Spread, nextMs: Spread }} InProcessStart */

const script = fileURLToPath(new URL("../../subject/apiserver/start.mjs", import.meta.url));

/**
 * Starts servers, taking turns.
 * @param {Readonly<Record<string, StartServer>>} servers by id
 * @param {StartPlan} plan
 * @param {RunContext} context
 * @returns {Promise<Map<string, ProcessStart>>} by id
 */
export async function measureStart(servers, { rounds, settleMs }, { signal, progress }) {
  const ready = samples(servers);
  const resident = samples(servers);
  for (let round = 0; round <= rounds; round++) {
    for (const [id, start] of Object.entries(servers)) {
      signal.throwIfAborted();
      progress(round === 0 ? `start: ${id}, once without counting` : `start: round ${round} of ${rounds}, ${id}`);
      const server = await start(signal);
      try {
        if (round === 0) continue;
        ready.get(id)?.push(server.startMs);
        await new Promise((resolve) => setTimeout(resolve, settleMs));
        resident.get(id)?.push(server.residentBytes());
      } finally {
        await server.close();
      }
    }
  }
  return new Map(
    Object.keys(servers).map((id) => [
      id,
      { readyMs: spreadOf(ready.get(id) ?? []), residentBytes: spreadOf(resident.get(id) ?? []) },
    ]),
  );
}

/**
 * Starts servers in fresh processes that have loaded the module.
 * @param {{ node: string, module: string }} subject
 * @param {StartPlan} plan
 * @param {RunContext} context
 * @returns {Promise<InProcessStart>}
 */
export async function measureInProcessStart({ node, module }, { rounds, starts }, { signal, progress }) {
  /** @type {StartTimes[]} */
  const all = [];
  for (let round = 0; round <= rounds; round++) {
    progress(
      round === 0 ? "start: in process, once without counting" : `start: round ${round} of ${rounds}, in process`,
    );
    const args = [script, module, String(starts)];
    const printed = await runProgram(node, args, { env: bareEnvironment(), signal, timeoutMs: 60_000 });
    if (round > 0) all.push(JSON.parse(printed));
  }
  return {
    importMs: spreadOf(all.map(({ importMs }) => importMs)),
    firstMs: spreadOf(all.map(({ firstMs }) => firstMs)),
    nextMs: spreadOf(all.flatMap(({ nextMs }) => nextMs)),
  };
}

/**
 * @param {Readonly<Record<string, StartServer>>} servers
 * @returns {Map<string, number[]>}
 */
function samples(servers) {
  return new Map(Object.keys(servers).map((id) => [id, []]));
}
