// Imports the module whose file URL is given, starts servers one after the other, and prints how long that took as JSON.

/** `nextMs`: of those after the first. @typedef {{ importMs: number, firstMs: number, nextMs: number[] }} StartTimes */

const [, , module = "", starts = ""] = process.argv;
const { value: imported, ms: importMs } = await timed(() => import(module));
const { ApiServer } = /** @type {typeof import("@kubewright/apiserver")} */ (imported);
/** @type {number[]} */
const [firstMs = Number.NaN, ...nextMs] = await startAll(Number(starts));
/** @type {StartTimes} */
const times = { importMs, firstMs, nextMs };
process.stdout.write(`${JSON.stringify(times)}\n`);

/** @param {number} count */
async function startAll(count) {
  const all = [];
  for (let started = 0; started < count; started++) {
    const { value: server, ms } = await timed(startAndAsk);
    await server.close();
    all.push(ms);
  }
  return all;
}

/** A server counts as started when it has answered that it is ready. */
async function startAndAsk() {
  const server = await ApiServer.start();
  const { status } = await server.transport().send({ method: "GET", path: "/readyz" });
  if (status !== 200) throw new Error(`/readyz: HTTP ${status}`);
  return server;
}

/**
 * @template T
 * @param {() => Promise<T>} work
 */
async function timed(work) {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
}
