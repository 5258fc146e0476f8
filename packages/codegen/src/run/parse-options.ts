import { CodegenError } from "../errors.ts";
import { MarkerSyntaxError } from "../marker/grammar/marker-syntax-error.ts";
import { readArguments } from "../marker/grammar/read-arguments.ts";
import { splitMarker } from "../marker/grammar/split-marker.ts";
import type { ArgumentValue, MarkerDefinition } from "../marker/marker.ts";
import { nearestName } from "../marker/nearest-name.ts";
import { type GeneratorName, missingGenerators, optionDefinitions } from "./generator-table.ts";
import {
  type OutputRule,
  type PlannedGenerator,
  type RunPlan,
  type RunPurpose,
  usualGenerators,
  usualOutput,
} from "./run-plan.ts";

/**
 * Reads options as controller-gen takes them: `crd:maxDescLen=0 rbac:roleName=manager-role paths=./... output:crd:artifacts:config=config/crd/bases`.
 *
 * Without a generator it plans what the purpose usually needs; without `paths`, everything below the folder. Throws CodegenError
 * `INVALID_OPTION`.
 */
export function parseOptions(options: readonly string[], purpose: RunPurpose): RunPlan {
  const found = new Map<GeneratorName, Record<string, ArgumentValue>>();
  const outputs = new Map<GeneratorName | "", OutputRule>();
  const paths: string[] = [];
  for (const option of options) {
    const { definition, args } = readOption(option.replace(/^\+/, ""));
    const [first, ...rest] = definition.name.split(":");
    if (first === "paths") paths.push(...(args[""] as readonly string[]));
    else if (first === "output")
      outputs.set(rest.length === 2 ? (rest[0] as GeneratorName) : "", outputRule(rest.at(-1)!, args));
    else if (found.has(first as GeneratorName))
      throw invalid(`${first} is there twice; give all its options in one, separated by commas`);
    else found.set(first as GeneratorName, args);
  }
  const generators = found.size === 0 ? usualGenerators(purpose) : plannedGenerators(found);
  for (const name of outputs.keys()) {
    if (name !== "" && !generators.some((generator) => generator.name === name)) {
      throw invalid(`output:${name} has no generator; add ${name}`);
    }
  }
  return {
    generators: generators.map((generator) => ({
      ...generator,
      output: outputs.get(generator.name) ?? outputs.get("") ?? generator.output,
    })),
    paths: paths.length === 0 ? ["./..."] : paths,
  };
}

function plannedGenerators(
  found: ReadonlyMap<GeneratorName, Readonly<Record<string, ArgumentValue>>>,
): PlannedGenerator[] {
  return [...found].map(([name, options]) => ({ name, options, output: usualOutput(name) }));
}

function readOption(option: string): { definition: MarkerDefinition; args: Record<string, ArgumentValue> } {
  const { wholeName, shortName } = splitMarker(option);
  const definition = byName.get(wholeName) ?? byName.get(shortName);
  if (definition === undefined) throw invalid(describeUnknown(option, wholeName));
  try {
    return { definition, args: readArguments(definition, option).args };
  } catch (error) {
    if (!(error instanceof MarkerSyntaxError)) throw error;
    const hint = definition.example === "" ? "" : `; write it as in ${definition.example}`;
    throw new CodegenError("INVALID_OPTION", `${option}: ${error.message}${hint}`, { cause: error });
  }
}

function outputRule(rule: string, args: Record<string, ArgumentValue>): OutputRule {
  switch (rule) {
    case "stdout":
    case "none":
      return { to: rule };
    case "dir":
      return { to: "folder", config: args[""] as string, code: args[""] as string };
    default:
      return { to: "folder", config: args["config"] as string, code: args["code"] as string | undefined };
  }
}

function describeUnknown(option: string, name: string): string {
  const generator = name.split(":")[0]!;
  if (Object.hasOwn(missingGenerators, generator))
    return `there is no generator ${generator}: ${missingGenerators[generator]}`;
  if (!option.includes("=") && /[./\\]/.test(option))
    return `unknown option ${JSON.stringify(option)}; write paths=${option} for files to read`;
  const nearest = nearestName(name, byName.keys());
  return nearest === undefined
    ? `unknown option ${JSON.stringify(option)}; there are crd, rbac, object, paths=…, output:…`
    : `unknown option ${JSON.stringify(option)}; did you mean ${nearest}?`;
}

function invalid(message: string): CodegenError {
  return new CodegenError("INVALID_OPTION", message);
}

const byName: ReadonlyMap<string, MarkerDefinition> = new Map(
  optionDefinitions.map((definition) => [definition.name, definition]),
);
