// The public API.
export { CodegenError } from "./errors.js";
export { formatProblem } from "./problem.js";
// A run, as the command line does it
export { runCodegen } from "./run/run-codegen.js";
// What to show of it
export { changedLines } from "./run/changed-lines.js";
export { sourceExcerpt } from "./run/source-excerpt.js";
export { formatOptionHelp } from "./run/option-help.js";
export { formatMarkerHelp, markerHelpLevels } from "./marker/marker-help.js";
