import { calmQuotients, calmSpread, calmText, negligible } from "../measure/calm.mjs";
import { checkClientGoals, duelOf } from "./client-goal.mjs";
import { bytes, milliseconds, rate, ratio, seconds } from "./number-text.mjs";
import { renderPart } from "./part.mjs";
import { table } from "./table.mjs";

/** @typedef {import("../measure/footprint.mjs").ImportFootprint} ImportFootprint */
/** @typedef {import("../measure/footprint.mjs").InstalledSize} InstalledSize */
/** @typedef {import("../measure/requests.mjs").RequestPlan} RequestPlan */
/** @typedef {import("../measure/requests.mjs").RequestRate} RequestRate */
/** @typedef {import("../measure/spread.mjs").Spread} Spread */
/** @typedef {import("../subject/protocol.mjs").OperationName} OperationName */

/**
 * @typedef {object} FootprintRow
 * @property {"kubewright" | "client-node" | "other"} id the two that goals compare, and rows for information
 * @property {string} label
 * @property {string} node version
 * @property {ImportFootprint} [imported]
 * @property {InstalledSize} [installed]
 * @property {string} [problem] why it was not measured
 */

/**
 * @typedef {object} RequestRow
 * @property {string} id
 * @property {RequestRate[]} [rates]
 * @property {Spread} [peakRssBytes]
 * @property {string} [problem] why it was not measured
 */

/**
 * Everything that a run found about the client.
 * @typedef {import("./part.mjs").Measured & {
 *   footprint?: { runs: number, rows: FootprintRow[] },
 *   requests?: { plan: RequestPlan, rows: RequestRow[] },
 * }} ClientResult
 */

/** @type {Record<OperationName, string>} */
const operationText = {
  get: "get a ConfigMap",
  listConfigMaps: "list ConfigMaps",
  listPods: "list pods",
  create: "create a ConfigMap",
  patch: "merge-patch a ConfigMap",
};

/**
 * The results as Markdown.
 * @param {ClientResult} result
 */
export function renderClientPart(result) {
  const { footprint, requests } = result;
  return renderPart("Client", result, {
    goals: checkClientGoals(result),
    sections: [...(footprint ? footprintSections(footprint) : []), ...(requests ? requestSections(requests) : [])],
  });
}

/**
 * @param {NonNullable<ClientResult["footprint"]>} footprint
 * @returns {string[]}
 */
function footprintSections({ runs, rows }) {
  const ours = rows.find(({ id }) => id === "kubewright");
  const cells = rows.map((row) => {
    if (row.imported === undefined || row.installed === undefined) {
      return [row.label, row.node, `not measured: ${row.problem}`, "", "", "", "", ""];
    }
    const isPeer = row.id === "client-node";
    const { imported, installed } = row;
    const times = (/** @type {number} */ value, /** @type {number | undefined} */ base) =>
      isPeer && base ? ` = ${ratio(value / base)}×` : "";
    return [
      row.label,
      row.node,
      `${milliseconds(imported.importMs)}${times(imported.importMs.median, ours?.imported?.importMs.median)}`,
      `${bytes(imported.rssBytes.median)}${times(imported.rssBytes.median, ours?.imported?.rssBytes.median)}`,
      `${bytes(imported.heapBytes.median)}${times(imported.heapBytes.median, ours?.imported?.heapBytes.median)}`,
      `${bytes(installed.bytes)}${times(installed.bytes, ours?.installed?.bytes)}`,
      String(installed.packages),
      String(installed.files),
    ];
  });
  return [
    "### Import and size",
    `Median (least to most) of ${runs} fresh processes each, after one that does not count. Memory is what the import adds to an ` +
      "empty Node process: resident at once after the import, heap after a collection. Installed is what `npm install` puts " +
      "into an empty folder. `n×` is that many times kubewright's first row. client-node has the types of all groups in one " +
      "module; kubewright has a module for each group, of which core/v1 is the largest.",
    table(["", "Node", "import", "resident", "heap", "installed", "packages", "files"], cells),
  ];
}

/**
 * @param {NonNullable<ClientResult["requests"]>} requests
 * @returns {string[]}
 */
function requestSections({ plan, rows }) {
  const measured = rows.filter((row) => row.rates !== undefined);
  const ours = rows.find(({ id }) => id === "kubewright");
  const missing = rows
    .filter(({ rates }) => rates === undefined)
    .map(({ id, problem }) => `${id}: not measured: ${problem}.`);
  const peers = measured.filter((row) => row !== ours);
  /** @param {(row: RequestRow, index: number) => string} cell @param {readonly RequestRow[]} columns */
  const perOperation = (columns, cell) =>
    table(
      ["request", "at once", ...columns.map(({ id }) => id)],
      (measured[0]?.rates ?? []).map(({ operation, concurrency }, index) => [
        operationText[operation],
        String(concurrency),
        ...columns.map((row) => cell(row, index)),
      ]),
    );
  return [
    "### Requests per second",
    `One kube-apiserver on this machine, TLS with a client certificate, an administrator whom its priority and fairness ` +
      `exempts. In each of ${plan.rounds} rounds every client has a new process, and for each line they take ${plan.turns} turns of ` +
      `${plan.turnMs} ms (lists ${plan.listTurns} of ${plan.listTurnMs} ms), one after the other in changing order, after ${plan.warmUpMs} ms that ` +
      `do not count (${plan.firstWarmUpMs} ms for the first line: what is compared is a program that has been running for a while), nor do ` +
      `${plan.leadInMs} ms before each turn, save lists. Median (least to most) of the turns ${calmText}. ConfigMaps have 1 KB of data; lists ` +
      `have ${plan.objects} objects. The server's own counters, the stored objects and the last answer were checked for each process. Client and server share the cores, so that the ` +
      "server's work is in every number.",
    "All take JSON and compressed answers, which the server makes of those beyond 128 KB, such as the lists, and none limits its " +
      "own rate. kubewright and client-go each keep one HTTP/2 connection. client-node, used as documented, " +
      "connects anew for each request; the column with connections kept replaces an internal method of it, and is for information.",
    ...missing,
    perOperation(measured, (row, index) => rate(turnsOf(row, index))),
    "kubewright's rate divided by that of each other client in the turn beside it: median of those turns",
    perOperation(peers, (row, index) =>
      ratio(calmQuotients(ours?.rates?.[index]?.turns ?? [], row.rates?.[index]?.turns ?? []).median),
    ),
    ...duelSections(plan, rows),
    "#### CPU of the client",
    "Seconds per 1000 requests, user and system, all threads of the client's process: median (least to most).",
    perOperation(measured, (row, index) => seconds(row.rates?.[index]?.cpuMsPer1000)),
    `Peak resident memory: ${measured.map(({ id, peakRssBytes }) => `${id} ${bytes(peakRssBytes?.median ?? 0)}`).join("; ")}.`,
  ];
}

/**
 * @param {RequestPlan} plan
 * @param {readonly RequestRow[]} rows
 * @returns {string[]}
 */
function duelSections({ compared, maxDuelRounds }, rows) {
  const [ours, theirs] = compared.map((id) => rows.find((row) => row.id === id)?.rates);
  if (ours === undefined || theirs === undefined) return [];
  const lines = ours.map((rate, index) => {
    const { median, low, high, pairs } = duelOf(rate, theirs[index]);
    return [
      operationText[rate.operation],
      String(rate.concurrency),
      precise(median),
      `${precise(low)}–${precise(high)}`,
      String(pairs),
    ];
  });
  return [
    `#### ${compared.join(" beside ")}`,
    "By this the goal is judged, line by line: by the median, and with nothing left open where it is above or below 1 for sure. Where the rounds left " +
      `that open, up to ${maxDuelRounds} further rounds followed with these two alone, in new processes each time, until it was sure at 99 % which is ` +
      `faster, or that they differ by less than ${negligible * 100} %. Each turn's rate is divided by that of the other's turn of the same number: median, ` +
      "where the median surely lies, and how many pairs of turns count.",
    table(["request", "at once", "times", "surely", "pairs"], lines),
  ];
}

/** Never shows more than there is. @param {number} value of which small differences matter */
function precise(value) {
  return Number.isFinite(value) ? (Math.floor(value * 1000) / 1000).toFixed(3) : "?";
}

/**
 * @param {RequestRow} row
 * @param {number} index
 */
function turnsOf({ rates }, index) {
  const turns = rates?.[index]?.turns;
  return turns && calmSpread(turns);
}
