import { checkApiServerGoals } from "./apiserver-goal.mjs";
import { bytes, milliseconds, quotient, rate, ratio } from "./number-text.mjs";
import { renderPart } from "./part.mjs";
import { table } from "./table.mjs";

/** @typedef {import("../measure/apiserver/memory.mjs").MemoryPlan} MemoryPlan */
/** @typedef {import("../measure/apiserver/memory.mjs").ServerMemory} ServerMemory */
/** @typedef {import("../measure/apiserver/rates.mjs").RatePlan} RatePlan */
/** @typedef {import("../measure/apiserver/rates.mjs").ServerRate} ServerRate */
/** @typedef {import("../measure/apiserver/start.mjs").InProcessStart} InProcessStart */
/** @typedef {import("../measure/apiserver/start.mjs").ProcessStart} ProcessStart */
/** @typedef {import("../measure/apiserver/start.mjs").StartPlan} StartPlan */
/** @typedef {import("../measure/spread.mjs").Spread} Spread */
/** @typedef {import("../subject/apiserver/protocol.mjs").LoadOperationName} LoadOperationName */

/** @typedef {{ start: StartPlan, rates: RatePlan, memory: MemoryPlan }} ApiServerPlan */

/** Measured of whom. @typedef {"kubewright" | "kubewright, in process" | "kube-apiserver"} ServerId */

/**
 * Everything that a run found about the embedded API server.
 * @typedef {import("./part.mjs").Measured & {
 *   start?: { plan: StartPlan, inProcess: InProcessStart, processes: ReadonlyMap<string, ProcessStart> },
 *   rates?: { plan: RatePlan, rows: ReadonlyMap<string, readonly ServerRate[]> },
 *   memory?: { plan: MemoryPlan, rows: ReadonlyMap<string, ServerMemory> },
 * }} ApiServerResult
 */

/** @type {Record<LoadOperationName, (plan: RatePlan) => string>} */
const operationText = {
  create: () => "create a ConfigMap",
  get: () => "get a ConfigMap",
  patch: () => "merge-patch a ConfigMap",
  apply: () => "apply a ConfigMap",
  list: ({ objects }) => `list ${objects} ConfigMaps`,
  listText: ({ objects }) => `list ${objects} ConfigMaps, not parsed`,
};

/**
 * The results as Markdown.
 * @param {ApiServerResult} result
 */
export function renderApiServerPart(result) {
  const { start, rates, memory } = result;
  return renderPart("API server", result, {
    goals: checkApiServerGoals(result),
    sections: [
      ...(start ? startSections(start) : []),
      ...(rates ? rateSections(rates) : []),
      ...(memory ? memorySections(memory) : []),
    ],
  });
}

/** @param {NonNullable<ApiServerResult["start"]>} start */
function startSections({ plan, inProcess, processes }) {
  const ours = processes.get("kubewright");
  return [
    "### Start",
    "From the start of the programs until `/readyz` and the `default` namespace are answered over HTTPS, and what they have " +
      `resident ${plan.settleMs / 1000} s later: median (least to most) of ${plan.rounds} starts each, after one that does not ` +
      "count. kubewright is `kubewright cluster`: Node, the modules, keys and certificates, and the kubeconfig are in its time. " +
      "For etcd and kube-apiserver, keys and files were there before, and the time begins when etcd has been started.",
    table(
      ["", "ready", "resident, idle"],
      [...processes].map(([id, { readyMs, residentBytes }]) => [
        id,
        `${milliseconds(readyMs)}${times(readyMs, ours?.readyMs)}`,
        `${sizes(residentBytes)}${times(residentBytes, ours?.residentBytes)}`,
      ]),
    ),
    "In a process of one's own, where nothing has to listen: `ApiServer.start()` until `/readyz` is answered, the first one after " +
      `the module was imported, and ${plan.starts - 1} more in each of ${plan.rounds} processes.`,
    table(
      ["", "import", "first start", "later starts"],
      [
        [
          "kubewright, in process",
          milliseconds(inProcess.importMs),
          milliseconds(inProcess.firstMs),
          milliseconds(inProcess.nextMs),
        ],
      ],
    ),
  ];
}

/** @param {NonNullable<ApiServerResult["rates"]>} rates */
function rateSections({ plan, rows }) {
  const theirs = rows.get("kube-apiserver");
  const ours = [...rows].filter(([id]) => id !== "kube-apiserver");
  /**
   * @param {Iterable<[string, readonly ServerRate[]]>} columns
   * @param {(each: ServerRate | undefined, theirs: ServerRate | undefined) => string} cell
   */
  const perOperation = (columns, cell) => {
    const all = [...columns];
    const operations = [...rows.values()][0] ?? [];
    return table(
      ["request", ...all.map(([id]) => id)],
      operations.map(({ operation }, index) => [
        operationText[operation](plan),
        ...all.map(([, each]) => cell(each[index], theirs?.[index])),
      ]),
    );
  };
  return [
    "### Requests per second",
    `@kubewright/client asks, ${plan.concurrency} requests at a time from one process: over HTTPS with a client certificate, or, in ` +
      `process, where client and server are one program. Median (least to most) of ${plan.rounds} rounds, in each of which every ` +
      `server and every asking process is new; ${plan.durationMs} ms for each line after ${plan.warmUpMs} ms that do not count ` +
      `(${plan.firstWarmUpMs} ms for the first). ConfigMaps have 1 KB of data; each answer is checked. Client and server share the ` +
      "cores. A list is parsed by the client, which costs more than to make it; in the last line its text is read, and nothing more. " +
      "Nothing is written to a server while it is asked for lists: kubewright compresses what is as it was only once, and in process hands out " +
      "the text of the same list again.",
    perOperation(rows, (each) => rate(each?.perSecond)),
    "Divided by kube-apiserver's rate:",
    perOperation(ours, (each, peer) => quotient(each?.perSecond.median, peer?.perSecond.median)),
    "CPU of the server per request, user and system, all threads, etcd included; in process, client and server together:",
    perOperation(rows, (each) => cpu(each && (each.serverCpuMsEach.max > 0 ? each.serverCpuMsEach : each.cpuMsEach))),
    "CPU of the client per request; in process, it is in the table above:",
    perOperation(
      [...rows].filter(([id]) => id !== "kubewright, in process"),
      (each) => cpu(each?.cpuMsEach),
    ),
  ];
}

/** @param {NonNullable<ApiServerResult["memory"]>} memory */
function memorySections({ plan, rows }) {
  const ours = rows.get("kubewright");
  return [
    "### Memory",
    `Resident, of all processes of the server: without objects, and ${plan.settleMs / 1000} s after the last of ${plan.objects} ` +
      "ConfigMaps with 1 KB of data was created, 16 at a time.",
    table(
      ["", "empty", `${plan.objects} ConfigMaps`, "created per second"],
      [...rows].map(([id, { emptyBytes, filledBytes, createdPerSecond }]) => [
        id,
        bytes(emptyBytes),
        `${bytes(filledBytes)}${ours && id !== "kubewright" ? ` = ${ratio(filledBytes / ours.filledBytes)}×` : ""}`,
        createdPerSecond.toFixed(0),
      ]),
    ),
  ];
}

/**
 * @param {Spread} theirs
 * @param {Spread | undefined} ours
 */
function times(theirs, ours) {
  return ours === undefined || theirs === ours ? "" : ` = ${ratio(theirs.median / ours.median)}×`;
}

/** @param {Spread} spread */
function sizes({ median, min, max }) {
  return `${bytes(median)} (${bytes(min)}–${bytes(max)})`;
}

/** @param {Spread | undefined} spread */
function cpu(spread) {
  if (spread === undefined) return "";
  const text = (/** @type {number} */ ms) => ms.toFixed(ms < 9.995 ? 2 : 0);
  return `${text(spread.median)} ms (${text(spread.min)}–${text(spread.max)})`;
}
