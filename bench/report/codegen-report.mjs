import { checkCodegenGoals } from "./codegen-goal.mjs";
import { bytes, ratio, seconds } from "./number-text.mjs";
import { renderPart } from "./part.mjs";
import { table } from "./table.mjs";

/** @typedef {import("../measure/codegen/generate.mjs").GenerateCost} GenerateCost */
/** @typedef {import("../measure/codegen/generate.mjs").GeneratePlan} GeneratePlan */

/** @typedef {{ memcached: GeneratePlan, kinds: GeneratePlan & { kinds: number } }} CodegenPlan */

/**
 * Everything that a run found about code generation. Rows: ours first.
 * @typedef {import("./part.mjs").Measured & {
 *   memcached?: { plan: GeneratePlan, rows: ReadonlyMap<string, GenerateCost> },
 *   kinds?: { plan: CodegenPlan["kinds"], rows: ReadonlyMap<string, GenerateCost> },
 * }} CodegenResult
 */

/**
 * The results as Markdown.
 * @param {CodegenResult} result
 */
export function renderCodegenPart(result) {
  const { memcached, kinds } = result;
  return renderPart("Code generation", result, {
    goals: checkCodegenGoals(result),
    sections: [
      ...(memcached
        ? [...intro("One kind", "Kubebuilder's Memcached", memcached.plan), costTable(memcached.rows)]
        : []),
      ...(kinds
        ? [
            ...intro(`${kinds.plan.kinds} kinds`, `${kinds.plan.kinds} kinds of 24 fields`, kinds.plan),
            costTable(kinds.rows),
          ]
        : []),
    ],
  });
}

/**
 * @param {string} title
 * @param {string} project
 * @param {GeneratePlan} plan
 */
function intro(title, project, { rounds }) {
  return [
    `### ${title}`,
    `CRDs and roles of ${project}, the types written in TypeScript and in Go; the outputs are the same. From the start of the program to ` +
      "its end, and the most memory that it and the programs it starts have resident together: median (least to most) of " +
      `${rounds} runs, which take turns.`,
  ];
}

/** @param {ReadonlyMap<string, GenerateCost>} rows */
function costTable(rows) {
  const [ours] = rows.values();
  return table(
    ["", "time (s)", "resident"],
    [...rows].map(([id, { wallMs, residentBytes }]) => [
      id,
      `${seconds(wallMs)}${times(wallMs.median, ours?.wallMs.median)}`,
      `${bytes(residentBytes.median)}${times(residentBytes.median, ours?.residentBytes.median)}`,
    ]),
  );
}

/**
 * @param {number} theirs
 * @param {number | undefined} ours
 */
function times(theirs, ours) {
  return ours === undefined || theirs === ours ? "" : ` = ${ratio(theirs / ours)}×`;
}
