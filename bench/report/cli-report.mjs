import { checkCliGoals } from "./cli-goal.mjs";
import { ratio, seconds } from "./number-text.mjs";
import { renderPart } from "./part.mjs";
import { table } from "./table.mjs";

/** @typedef {import("../measure/cli/first-reconcile.mjs").FirstReconcileCost} FirstReconcileCost */
/** @typedef {import("../measure/cli/first-reconcile.mjs").FirstReconcilePlan} FirstReconcilePlan */

/** @typedef {{ reconcile: FirstReconcilePlan }} CliPlan */

/**
 * Everything that a run found about the command line. Rows: ours first.
 * @typedef {import("./part.mjs").Measured & {
 *   reconcile: { plan: FirstReconcilePlan, rows: ReadonlyMap<string, FirstReconcileCost> },
 * }} CliResult
 */

/**
 * The results as Markdown.
 * @param {CliResult} result
 */
export function renderCliPart(result) {
  const { plan, rows } = result.reconcile;
  return renderPart("Command line", result, {
    goals: checkCliGoals(result),
    sections: [
      "### From an empty folder to the first reconcile",
      "Seconds that lines take which a user types, one after the other, without npm's own install and Go's downloads: median (least to most) of " +
        `${plan.rounds} rounds, which take turns; what each has in caches from a round before is there. Kubewright starts a cluster of its own; ` +
        "beside Kubebuilder, there are an API server and its store, without the nodes and the Docker that kind would need.",
      costTable(rows),
    ],
  });
}

/** @param {ReadonlyMap<string, FirstReconcileCost>} rows */
function costTable(rows) {
  const steps = [...new Set([...rows.values()].flatMap((cost) => [...cost.steps.keys()]))];
  const [ours] = rows.values();
  return table(
    ["", ...rows.keys()],
    [
      ["commands typed", ...[...rows.values()].map(({ commands }) => String(commands))],
      ...steps.map((step) => [step, ...[...rows.values()].map((cost) => seconds(cost.steps.get(step)))]),
      [
        "all",
        ...[...rows.values()].map(({ wallMs }) => `${seconds(wallMs)}${times(wallMs.median, ours?.wallMs.median)}`),
      ],
    ],
  );
}

/**
 * @param {number} theirs
 * @param {number | undefined} ours
 */
function times(theirs, ours) {
  return ours === undefined || theirs === ours ? "" : ` = ${ratio(theirs / ours)}×`;
}
