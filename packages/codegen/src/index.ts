// The public API.

export { CodegenError, type CodegenErrorCode } from "./errors.ts";
export { formatProblem, type Problem, type SourcePosition } from "./problem.ts";

// A run, as the command line does it
export { type CodegenOutcome, type CodegenRunOptions, type GeneratedOutput, runCodegen } from "./run/run-codegen.ts";
export type { RunPurpose } from "./run/run-plan.ts";
export type { GeneratorName } from "./run/generator-table.ts";

// What to show of it
export { changedLines } from "./run/changed-lines.ts";
export { sourceExcerpt } from "./run/source-excerpt.ts";
export { formatMarkerHelp, type MarkerHelpLevel, markerHelpLevels } from "./marker/marker-help.ts";

// Names of kinds
export { Plurals } from "./crd/definition/plural.ts";

// YAML, byte for byte as controller-gen and kustomize write it
export { writeYaml } from "./yaml/write-yaml.ts";
export type { YamlValue } from "./yaml/yaml-value.ts";
