import type { RequestContext } from "../../resource/request-context.ts";

/** What strict reading says of all problems together. */
export function strictText(problems: readonly string[]): string {
  return `strict decoding error: ${problems.join(", ")}`;
}

/**
 * Says no, warns of, or passes over fields that are unknown or there twice, as the request wants.
 *
 * `refuse` makes the error for the strict.
 */
export function reportProblems(
  problems: readonly string[],
  context: RequestContext,
  refuse: (problems: readonly string[]) => Error,
): void {
  if (problems.length === 0 || context.fieldValidation === "Ignore") return;
  if (context.fieldValidation === "Strict") throw refuse(problems);
  for (const problem of problems) for (const line of warningsOf(problem)) context.warn(line);
}

/** Readers of YAML put all that they find into one text. */
function warningsOf(problem: string): string[] {
  const match = /^(?:error converting YAML to JSON: )?yaml: unmarshal errors:\n/.exec(problem);
  if (match === null) return [problem];
  return problem
    .slice(match[0].length)
    .split("\n")
    .map((line) => line.trim());
}
