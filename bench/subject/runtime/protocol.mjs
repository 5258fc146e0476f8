import { objectName } from "../protocol.mjs";
import { delay, Progress } from "./progress.mjs";
import { cpuMs, memoryAfterCollection } from "./usage.mjs";

/**
 * What a subject of the runtime's benchmarks is asked to do, as JSON in its only argument. It answers with the task's result as
 * JSON on standard output.
 *
 * Memcacheds `object-00000 …` are in `namespace`, and nowhere else.
 * @typedef {object} RuntimeSpec
 * @property {string} kubeconfig path of a file
 * @property {string} namespace
 * @property {string} variant for subjects that can be set up in several ways
 * @property {Record<string, string>} modules file URLs of the modules to measure, by specifier
 * @property {number} spawnedAtMs when the process was asked for, milliseconds since 1970
 * @property {Task} task
 */

/** @typedef {SyncTask | ConvergeTask | IdleTask | QueueTask} Task */

/**
 * Know all objects of a kind: one handler was told of each.
 * @typedef {{ name: "sync", kind: SyncedKind, objects: number }} SyncTask
 */

/**
 * Run an operator until each Memcached has its Deployment and status, then until no reconcile ran for `quietMs`.
 * @typedef {{ name: "converge", objects: number, concurrency: number, quietMs: number }} ConvergeTask
 */

/**
 * Run an operator for which there is nothing to do, for `idleMs`. Then write objects, one at a time, each when the reconcile
 * that the write before led to has begun.
 * @typedef {{ name: "idle", objects: number, quietMs: number, idleMs: number, writes: number }} IdleTask
 */

/**
 * Add `objects` items to a queue, take each and say that it is done; again and again.
 * @typedef {{ name: "queue", objects: number, durationMs: number }} QueueTask
 */

/** @typedef {"Memcached" | "Pod"} SyncedKind */

/** After a collection, save the peak. @typedef {{ rssBytes: number, heapBytes: number, peakRssBytes: number }} Memory */

/** From a program that is ready, to the last object told. @typedef {Memory & { elapsedMs: number, cpuMs: number, objects: number }} SyncResult */

/** `failures`: reconciles that ended with an error. @typedef {Memory & { elapsedMs: number, cpuMs: number, reconciles: number, failures: number }} ConvergeResult */

/**
 * `firstReconcileMs` counts from the process's start; each of `latenciesMs` from before a write to the begin of the reconcile.
 * @typedef {Memory & { firstReconcileMs: number, idleCpuMs: number, latenciesMs: number[] }} IdleResult
 */

/** @typedef {{ itemsPerSecond: number }} QueueResult */

/**
 * Told of reconciles, by the names of their objects.
 * @typedef {{ begin: (name: string) => void, end: (name: string, error?: unknown) => void }} Reconciles
 */

/**
 * What a subject is made of. Those that have no operator or queue leave it out.
 * @typedef {object} RuntimeDriver
 * @property {(kind: SyncedKind, onAdded: () => void) => Promise<void>} sync resolves when all objects are known
 * @property {(options: { concurrency: number, reconciles: Reconciles }) => Promise<RunningOperator>} operate
 * @property {(items: number) => () => Promise<void>} [queue] gives what adds, takes and ends so many items
 */

/** @typedef {{ annotate: (name: string, value: string) => Promise<void> }} RunningOperator writes with a live client */

/**
 * Does what the process was asked to do, with what `prepare` gives, prints the result and ends the process.
 * @param {(spec: RuntimeSpec) => Promise<RuntimeDriver>} prepare
 */
export async function runSubject(prepare) {
  const spec = /** @type {RuntimeSpec} */ (JSON.parse(process.argv[2] ?? ""));
  const result = await measure(await prepare(spec), spec);
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit());
}

/**
 * @param {RuntimeDriver} driver
 * @param {RuntimeSpec} spec
 */
function measure(driver, { task, spawnedAtMs }) {
  switch (task.name) {
    case "sync":
      return measureSync(driver, task);
    case "converge":
      return measureConverge(driver, task);
    case "idle":
      return measureIdle(driver, task, spawnedAtMs);
    case "queue":
      return measureQueue(driver, task);
  }
}

/**
 * @param {RuntimeDriver} driver
 * @param {SyncTask} task
 * @returns {Promise<SyncResult>}
 */
async function measureSync(driver, { kind, objects }) {
  const cpuBefore = cpuMs();
  const start = performance.now();
  let elapsedMs = 0;
  let told = 0;
  await driver.sync(kind, () => {
    if (++told === objects) elapsedMs = performance.now() - start;
  });
  if (told !== objects) throw new Error(`told of ${told} objects instead of ${objects}`);
  return { elapsedMs, cpuMs: cpuMs() - cpuBefore, objects: told, ...memoryAfterCollection() };
}

/**
 * @param {RuntimeDriver} driver
 * @param {ConvergeTask} task
 * @returns {Promise<ConvergeResult>}
 */
async function measureConverge(driver, { objects, concurrency, quietMs }) {
  const progress = new Progress(objects);
  const cpuBefore = cpuMs();
  const start = performance.now();
  await driver.operate({ concurrency, reconciles: progress });
  await progress.allDone;
  const elapsedMs = performance.now() - start;
  await progress.whenQuiet(quietMs);
  const { begun: reconciles, failures } = progress;
  return { elapsedMs, cpuMs: cpuMs() - cpuBefore, reconciles, failures, ...memoryAfterCollection() };
}

/**
 * @param {RuntimeDriver} driver
 * @param {IdleTask} task
 * @param {number} spawnedAtMs
 * @returns {Promise<IdleResult>}
 */
async function measureIdle(driver, { objects, quietMs, idleMs, writes }, spawnedAtMs) {
  const progress = new Progress(objects);
  let firstReconcileMs = 0;
  progress.onBegin = () => {
    firstReconcileMs ||= performance.timeOrigin + performance.now() - spawnedAtMs;
  };
  const operator = await driver.operate({ concurrency: 1, reconciles: progress });
  await progress.allDone;
  await progress.whenQuiet(quietMs);
  const memory = memoryAfterCollection();
  const cpuBefore = cpuMs();
  await delay(idleMs);
  const idleCpuMs = cpuMs() - cpuBefore;
  /** @type {number[]} */
  const latenciesMs = [];
  for (let n = 0; n < writes; n++) {
    const name = objectName(n % objects);
    const begun = new Promise((resolve) => {
      progress.onBegin = (reconciled) => resolve({ reconciled, at: performance.now() });
    });
    const start = performance.now();
    const [, { reconciled, at }] = await Promise.all([operator.annotate(name, String(n)), begun]);
    if (reconciled !== name) throw new Error(`${name} was written, ${reconciled} was reconciled`);
    latenciesMs.push(at - start);
  }
  return { firstReconcileMs, idleCpuMs, latenciesMs, ...memory };
}

/**
 * @param {RuntimeDriver} driver
 * @param {QueueTask} task
 * @returns {Promise<QueueResult>}
 */
async function measureQueue({ queue }, { objects, durationMs }) {
  if (queue === undefined) throw new Error("this subject has no queue");
  const cycle = queue(objects);
  for (const end = performance.now() + durationMs / 4; performance.now() < end; ) await cycle();
  const start = performance.now();
  let items = 0;
  for (; performance.now() - start < durationMs; items += objects) await cycle();
  return { itemsPerSecond: (items / (performance.now() - start)) * 1000 };
}
