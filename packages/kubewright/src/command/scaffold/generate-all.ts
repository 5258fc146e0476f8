import type { CommandHost } from "../../host.ts";

/** What came of it. */
export interface Generated {
  /** What is to be said about the sources, a line or more each. */
  readonly problems: readonly string[];
  /** False: because of the problems, something was not written. */
  readonly isDone: boolean;
}

/** Does what `make generate manifests` would do. */
export async function generateAll({ folder }: CommandHost): Promise<Generated> {
  const { runCodegen, formatProblem } = await import("@kubewright/codegen");
  const outcomes = [
    await runCodegen({ purpose: "generate", folder }),
    await runCodegen({ purpose: "manifests", folder }),
  ];
  const problems = outcomes.flatMap((outcome) => outcome.problems);
  return {
    problems: [...new Set(problems.map(formatProblem))],
    isDone: problems.every(({ severity }) => severity !== "error"),
  };
}
