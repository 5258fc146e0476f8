import { bytes } from "./number-text.mjs";

/** @typedef {import("../measure/machine.mjs").Machine} Machine */

/**
 * What is to be achieved, and whether it is.
 * @typedef {{ goal: string, isMet: boolean | undefined, detail: string }} CheckedGoal
 */

/**
 * When, where and what: each part is measured on its own.
 * @typedef {object} Measured
 * @property {string} date ISO 8601
 * @property {boolean} isQuick
 * @property {Machine} machine
 * @property {Record<string, string>} versions
 */

/**
 * A part of the results as Markdown, from its heading on.
 * @param {string} title
 * @param {Measured} measured
 * @param {{ goals: readonly CheckedGoal[], sections: readonly string[] }} content
 */
export function renderPart(title, { date, isQuick, machine, versions }, { goals, sections }) {
  return `${[
    `## ${title}`,
    ...(isQuick ? ["**A quick run: the numbers mean little.**"] : []),
    [
      `- Date: ${date}`,
      `- Machine: ${machine.cpu}, ${machine.cores} cores, ${bytes(machine.memoryBytes)} of memory`,
      ...stolenLine(machine.stolen),
      `- Versions: ${Object.entries(versions)
        .map(([name, version]) => `${name} ${version}`)
        .join(", ")}`,
    ].join("\n"),
    ...(goals.length > 0 ? ["### Goals"] : []),
    goals.map(({ goal, isMet, detail }) => `- ${goal}: **${verdict(isMet)}**. ${detail}`).join("\n"),
    ...sections,
  ]
    .filter((block) => block !== "")
    .join("\n\n")}\n`;
}

/** @param {number | undefined} stolen */
function stolenLine(stolen) {
  if (stolen === undefined) return [];
  const warning = stolen < 0.02 ? "" : ": times vary with it from line to line";
  return [
    `- Taken by the host of this virtual machine: ${(100 * stolen).toFixed(0)} % of the processor time${warning}`,
  ];
}

/** @param {boolean | undefined} isMet */
function verdict(isMet) {
  if (isMet === undefined) return "not measured";
  return isMet ? "met" : "not met";
}
