import type { Comparison } from "./comparison.ts";
import { deviationOf, deviations } from "./deviation.ts";

/** `identical N of M` for each class and in all. */
export function summaryOf({ counts }: Comparison): string[] {
  let total = 0;
  let identical = 0;
  const lines = [...counts].map(([name, count]) => {
    total += count.total;
    identical += count.identical;
    return `${name}: identical ${count.identical} of ${count.total}`;
  });
  return [...lines, `all: identical ${identical} of ${total}`];
}

/** What differs without being named, in full. */
export function unnamedLines({ differences }: Comparison): string[] {
  return differences
    .filter((difference) => deviationOf(difference) === undefined)
    .map(({ class: name, script, step, request, details }) => {
      return [`${name} > ${script} > ${step}`, `  ${request}`, ...details.map((line) => `  ${line}`)].join("\n");
    });
}

/** Deviations that are named but not seen any more. */
export function unseenDeviations({ differences }: Comparison): string[] {
  return deviations.filter(({ covers }) => !differences.some(covers)).map(({ what }) => what);
}

/** The measured part of `docs/fidelity.md`. */
export function fidelityTable(comparison: Comparison): string {
  const rows = [...comparison.counts].map(([name, { total, identical }]) => {
    return `| ${name} | ${identical} of ${total} | ${((100 * identical) / total).toFixed(1)} % |`;
  });
  const named = deviations.map(({ what, because, covers }) => {
    const count = comparison.differences.filter(covers).length;
    return `- **${what}** (${count} ${count === 1 ? "answer" : "answers"}): ${because}`;
  });
  return ["| class | identical answers | |", "|---|---|---|", ...rows, "", "### Named differences", ...named].join(
    "\n",
  );
}
