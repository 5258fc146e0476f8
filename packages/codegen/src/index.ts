// The public API.

export { formatProblem, type Problem, type SourcePosition } from "./problem.ts";
