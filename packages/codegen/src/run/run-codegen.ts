import { isAbsolute, join, relative, resolve } from "node:path";
import { CodegenError } from "../errors.ts";
import { buildModel } from "../model/build-model.ts";
import { byPosition, type Problem, type ReportProblem } from "../problem.ts";
import { readSources } from "../source/read-sources.ts";
import type { GeneratedFile } from "../yaml/yaml-file.ts";
import { type ComparedFile, compareFiles, writeChanged } from "./compare-files.ts";
import { generateFiles, readHeader } from "./generate-files.ts";
import type { GeneratorName } from "./generator-table.ts";
import { findLeftovers } from "./leftover.ts";
import { parseOptions } from "./parse-options.ts";
import type { PlannedGenerator, RunPurpose } from "./run-plan.ts";

/** What a run is given. */
export interface CodegenRunOptions {
  /** As controller-gen takes them: `crd:maxDescLen=0`, `paths=./api/...`, `output:crd:dir=crds`. @default [] */
  readonly options?: readonly string[];
  /** What runs when no generator is named: CRDs and roles, or code. @default "manifests" */
  readonly purpose?: RunPurpose;
  /** Absolute; where relative paths begin. */
  readonly folder: string;
  /** Compares, and writes nothing. @default false */
  readonly isCheck?: boolean;
}

/** A file that a run made. */
export interface GeneratedOutput {
  /** Relative to the folder of the run, where it is below it. */
  readonly path: string;
  readonly generator: GeneratorName;
  readonly change: "created" | "updated" | "unchanged";
  readonly text: string;
  /** What was there. */
  readonly before?: string | undefined;
}

/** What came of a run. */
export interface CodegenOutcome {
  /** With an error among them, nothing was made or written. */
  readonly problems: readonly Problem[];
  readonly files: readonly GeneratedOutput[];
  /** What `output:stdout` asks for. */
  readonly printed: string;
  /** What generators found nothing of; each is a sentence. */
  readonly absences: readonly string[];
  /** Whether no generator had anything to make. */
  readonly isEmpty: boolean;
  /** CRDs in the folders of this run that it no longer makes. */
  readonly leftovers: readonly string[];
}

/**
 * Reads sources, runs generators and writes what they make, where it differs from what is there.
 *
 * Rejects with CodegenError for options that make no sense and files that cannot be read or written; what is wrong with the sources is in
 * the outcome.
 */
export async function runCodegen(run: CodegenRunOptions): Promise<CodegenOutcome> {
  const { options = [], purpose = "manifests", folder, isCheck = false } = run;
  const { generators, paths } = parseOptions(options, purpose);
  const headers = await Promise.all(generators.map((generator) => readHeader(generator, folder)));
  const problems: Problem[] = [];
  const report: ReportProblem = (problem) => problems.push(problem);
  const { modules } = await readSources(paths, { folder, report });
  const model = buildModel(modules, report);
  const made = generators.map((generator, i) => ({
    generator,
    files: generateFiles(generator, model, headers[i], report),
  }));
  problems.sort(byPosition);
  if (problems.some(({ severity }) => severity === "error")) {
    return { problems, files: [], printed: "", absences: [], isEmpty: false, leftovers: [] };
  }
  const placed = made.flatMap(({ generator, files }) => files.flatMap((file) => place(file, generator, folder)));
  const compared = await compareFiles(new Map(placed.map(({ path, text }) => [path, text])));
  if (!isCheck) await write(compared);
  return {
    problems,
    files: compared.map((file) => describeFile(file, placed.find(({ path }) => path === file.path)!.generator, folder)),
    printed: made
      .flatMap(({ generator, files }) => (generator.output.to === "stdout" ? files : []))
      .map(({ text }) => text)
      .join(""),
    absences: absencesOf(made, paths),
    isEmpty: made.every(({ files }) => files.length === 0),
    leftovers: await leftoversOf(generators, folder, compared),
  };
}

/** Of webhooks it is said only where nothing else is asked for: command lines of controller-gen name them beside the rest. */
function absencesOf(
  made: readonly { readonly generator: PlannedGenerator; readonly files: readonly GeneratedFile[] }[],
  paths: readonly string[],
): string[] {
  const names = made.flatMap(({ generator: { name }, files }) => (files.length === 0 ? [name] : []));
  if (made.every(({ generator: { name } }) => name === "webhook")) {
    return ["webhook: there is no generator for webhooks yet; ask for crd, rbac or object"];
  }
  return names.flatMap((name) => (name === "webhook" ? [] : [`${name}: ${absence[name]} in ${paths.join(" ")}`]));
}

const absence: Readonly<Record<Exclude<GeneratorName, "webhook">, string>> = {
  crd: "no kind (no `defineKind<T>({ group, version, kind })`)",
  rbac: "no +kubebuilder:rbac marker",
  object: "no kind (no `defineKind<T>({ group, version, kind })`)",
};

function describeFile({ path, text, before }: ComparedFile, generator: GeneratorName, folder: string): GeneratedOutput {
  const change = before === undefined ? "created" : before === text ? "unchanged" : "updated";
  return { path: relativePath(path, folder), generator, change, text, before };
}

interface PlacedFile extends GeneratedFile {
  readonly generator: GeneratorName;
}

/** Manifests go to their folder, code beside the types unless a folder is named for it. */
function place({ path, text }: GeneratedFile, { name, output }: PlannedGenerator, folder: string): PlacedFile[] {
  if (output.to !== "folder") return [];
  const target = name === "object" ? output.code : output.config;
  return [
    { path: target === undefined ? resolve(folder, path) : resolve(folder, target, path), text, generator: name },
  ];
}

async function write(files: readonly ComparedFile[]): Promise<void> {
  try {
    await writeChanged(files);
  } catch (error) {
    throw new CodegenError("CANNOT_WRITE", `cannot write what was generated: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

async function leftoversOf(
  generators: readonly PlannedGenerator[],
  folder: string,
  files: readonly ComparedFile[],
): Promise<string[]> {
  const made = new Set(files.map(({ path }) => path));
  const folders = generators.flatMap(({ name, output }) =>
    name === "crd" && output.to === "folder" ? [join(folder, output.config)] : [],
  );
  const found = await Promise.all(folders.map((each) => findLeftovers(each, made)));
  return found.flat().map((path) => relativePath(path, folder));
}

/** Relative where it is below the folder. */
function relativePath(path: string, folder: string): string {
  const short = relative(folder, path);
  return short.startsWith("..") || isAbsolute(short) ? path : short;
}
