import type { CodegenOutcome, GeneratedOutput, Problem, RunPurpose } from "@kubewright/codegen";
import { type Command, Option } from "commander";
import { CommandError, exitCodes } from "../errors.ts";
import type { CommandHost } from "../host.ts";
import { parseProject, projectFileName } from "../project/project-file.ts";
import { readProjectFile, readProjectFolder } from "../scaffold/disk.ts";
import { styleFor } from "../terminal/style.ts";

interface GeneratorOptions {
  readonly check?: boolean;
  /** How often `-w` is there. */
  readonly whichMarkers: number;
  readonly output: "text" | "json";
}

/** The module is loaded when it is needed: with it comes a compiler. */
type Codegen = typeof import("@kubewright/codegen");

/** Adds what `generate` and `manifests` have in common: controller-gen's options as arguments, and flags. */
export function withGeneratorOptions(command: Command, purpose: RunPurpose, host: CommandHost): Command {
  return command
    .argument("[generators...]", "generators, paths and outputs in controller-gen's notation")
    .option("--check", "write nothing; end with 1 when a file would change")
    .option(
      "-w, --which-markers",
      "list the markers; -ww with arguments, -www with examples, -wwww as JSON",
      countFlag,
      0,
    )
    .addOption(
      new Option("-o, --output <format>", "how to say what was done").choices(["text", "json"]).default("text"),
    )
    .action((options: readonly string[], flags: GeneratorOptions) => runGenerators(options, flags, purpose, host));
}

function countFlag(_value: unknown, count: number): number {
  return count + 1;
}

async function runGenerators(
  options: readonly string[],
  { check: isCheck = false, whichMarkers, output }: GeneratorOptions,
  purpose: RunPurpose,
  host: CommandHost,
): Promise<void> {
  const codegen = await import("@kubewright/codegen");
  if (whichMarkers > 0) {
    const levels = codegen.markerHelpLevels;
    const level = output === "json" ? "json" : levels[Math.min(whichMarkers, levels.length) - 1]!;
    host.output.write(codegen.formatMarkerHelp(level));
    return;
  }
  const outcome = await withSamples(await run(codegen, options, purpose, isCheck, host), host.folder);
  if (output === "json") host.output.write(`${JSON.stringify(summaryOf(outcome))}\n`);
  else describe(outcome, codegen, isCheck, host);
  const isFine = outcome.isEmpty && options.length === 0 && (await isProjectWithoutKinds(host.folder));
  if (isFine)
    host.messages.write("no kind yet: kubewright create api --group cache --version v1alpha1 --kind Memcached\n");
  const failure = isFine ? undefined : failureOf(outcome, isCheck);
  if (failure !== undefined) throw new CommandError(failure);
}

/** Whether there is a project to which no kind was added yet: that nothing is there to generate is no mistake. */
async function isProjectWithoutKinds(folder: string): Promise<boolean> {
  const text = await readProjectFile(folder, projectFileName);
  return text !== undefined && (parseProject(text).resources ?? []).length === 0;
}

async function run(
  { CodegenError, runCodegen }: Codegen,
  options: readonly string[],
  purpose: RunPurpose,
  isCheck: boolean,
  host: CommandHost,
): Promise<CodegenOutcome> {
  try {
    return await runCodegen({ options, purpose, folder: host.folder, isCheck });
  } catch (error) {
    if (!(error instanceof CodegenError) || error.code !== "INVALID_OPTION") throw error;
    throw new CommandError(error.message, { cause: error, exitCode: exitCodes.usage });
  }
}

/** Tells of samples of the project that its CRDs no longer fit, too. */
async function withSamples(outcome: CodegenOutcome, folder: string): Promise<CodegenOutcome> {
  const definitions = outcome.files.filter(({ generator }) => generator === "crd").map(({ text }) => text);
  const samples = definitions.length === 0 ? [] : await readProjectFolder(folder, "config/samples", /\.ya?ml$/);
  if (samples.length === 0) return outcome;
  const { sampleProblems } = await import("../project/sample-problems.ts");
  return { ...outcome, problems: [...outcome.problems, ...sampleProblems(samples, definitions)] };
}

/** Why the run counts as failed; undefined where it did not. */
function failureOf({ problems, files, isEmpty, absences }: CodegenOutcome, isCheck: boolean): string | undefined {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  if (errors > 0) return `${counted(errors, "problem")} in the sources; nothing was written`;
  if (isEmpty) return `nothing to generate; ${absences.join("; ")}`;
  const stale = files.filter(({ change }) => change !== "unchanged").length;
  if (isCheck && stale > 0) return `${counted(stale, "file")} not up to date; run the same command without --check`;
  return undefined;
}

function describe(outcome: CodegenOutcome, codegen: Codegen, isCheck: boolean, host: CommandHost): void {
  for (const problem of outcome.problems) host.messages.write(describeProblem(problem, codegen, host));
  host.output.write(outcome.printed);
  // What `output:stdout` prints is for another program: nothing else goes there.
  const result = outcome.printed === "" ? host.output : host.messages;
  for (const file of outcome.files) {
    if (file.change !== "unchanged") result.write(describeFile(file, codegen, isCheck));
  }
  for (const path of outcome.leftovers) {
    result.write(`${path} is no longer generated: delete it, and its CRD from clusters, if its kind is gone\n`);
  }
  if (outcome.isEmpty || outcome.problems.some(({ severity }) => severity === "error")) return;
  for (const absence of outcome.absences) host.messages.write(`${absence}\n`);
  const unchanged = outcome.files.filter(({ change }) => change === "unchanged").length;
  if (unchanged > 0) result.write(`${counted(unchanged, "file")} up to date\n`);
}

function describeFile({ path, change, text, before }: GeneratedOutput, codegen: Codegen, isCheck: boolean): string {
  if (!isCheck) return `${change === "created" ? "wrote" : "updated"} ${path}\n`;
  if (before === undefined) return `${path} is missing\n`;
  return [`${path} differs`, ...codegen.changedLines(before, text).map((line) => `  ${line}`), ""].join("\n");
}

function describeProblem(problem: Problem, { formatProblem, sourceExcerpt }: Codegen, host: CommandHost): string {
  const style = styleFor(host.messages, host.env);
  const { severity } = problem;
  const painted = formatProblem(problem).replace(
    `: ${severity}: `,
    `: ${severity === "error" ? style.red(severity) : severity}: `,
  );
  const excerpt = host.messages.isTerminal ? sourceExcerpt(problem.position, host.folder) : [];
  return [painted, ...excerpt.map((line) => style.dim(line)), ""].join("\n");
}

/** For scripts: all but the texts. */
function summaryOf({ problems, files, leftovers, absences }: CodegenOutcome): unknown {
  return {
    problems,
    files: files.map(({ path, generator, change }) => ({ path, generator, change })),
    leftovers,
    absences,
  };
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
