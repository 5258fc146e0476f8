import { objectName } from "../../subject/protocol.mjs";
import { configMap, payload } from "../bench-object.mjs";
import { eachOf } from "../each-of.mjs";

/** @typedef {import("./measured-server.mjs").StartServer} StartServer */
/** @typedef {{ signal: AbortSignal, progress: (line: string) => void }} RunContext */
/** @typedef {{ objects: number, settleMs: number }} MemoryPlan */
/** Resident, of all processes of a server. @typedef {{ emptyBytes: number, filledBytes: number, createdPerSecond: number }} ServerMemory */

/**
 * Fills servers with objects, and tells what they take.
 * @param {Readonly<Record<string, StartServer>>} servers by id
 * @param {MemoryPlan} plan
 * @param {RunContext} context
 * @returns {Promise<Map<string, ServerMemory>>} by id
 */
export async function measureMemory(servers, { objects, settleMs }, { signal, progress }) {
  /** @type {Map<string, ServerMemory>} */
  const measured = new Map();
  for (const [id, start] of Object.entries(servers)) {
    signal.throwIfAborted();
    progress(`memory: ${id}`);
    const server = await start(signal);
    try {
      await settled(settleMs);
      const emptyBytes = server.residentBytes();
      const startedAt = performance.now();
      const create = (/** @type {number} */ n) => {
        signal.throwIfAborted();
        return server.api.call("POST", "/api/v1/namespaces/default/configmaps", configMap(objectName(n), { payload }));
      };
      await eachOf(objects, create, (done) => done % 10_000 === 0 && progress(`memory: ${id}, ${done} of ${objects}`));
      const createdPerSecond = (objects / (performance.now() - startedAt)) * 1000;
      await settled(settleMs);
      measured.set(id, { emptyBytes, filledBytes: server.residentBytes(), createdPerSecond });
    } finally {
      await server.close();
    }
  }
  return measured;
}

/** @param {number} ms */
function settled(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
