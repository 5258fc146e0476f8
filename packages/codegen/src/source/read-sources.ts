import { posix } from "node:path";
import type { Problem, ReportProblem } from "../problem.ts";
import type { Compiler, SourceText } from "./compiler/compiler.ts";
import { readKinds } from "./kind/read-kinds.ts";
import { ModuleFinder } from "./name/module-finder.ts";
import { NameResolver } from "./name/name-resolver.ts";
import { type Declared, SourceFile } from "./name/source-file.ts";
import { diskFiles, type FileHost } from "./path/file-host.ts";
import { findFiles } from "./path/find-files.ts";
import { ShapeReader } from "./shape/shape-reader.ts";
import type { SourceModule, SourceType, TypeShape } from "./source-module.ts";

export interface ReadSourcesOptions {
  /** Absolute; what paths and positions are relative to. */
  readonly folder: string;
  readonly report: ReportProblem;
  /** One that is open already and stays open. @default started and ended by the call */
  readonly compiler?: Compiler | undefined;
  /** Whose `paths` and conditions count for imports. @default the nearest tsconfig.json above each file, if there is one */
  readonly tsconfig?: string | undefined;
  /** @default the machine's files */
  readonly files?: FileHost | undefined;
}

/** What was read of the sources. */
export interface Sources {
  readonly modules: readonly SourceModule[];
}

/**
 * Reads the types, kinds and markers of the files that `paths` name, and of the files that their kinds import types from.
 *
 * Files that have neither a kind nor a marker are left out unless a kind needs them. Rejects with CodegenError `COMPILER_FAILED`; what is
 * wrong in the sources is reported.
 */
export async function readSources(paths: readonly string[], options: ReadSourcesOptions): Promise<Sources> {
  const { report, files = diskFiles } = options;
  const folder = posix.normalize(options.folder.replaceAll("\\", "/")).replace(/(.)\/$/, "$1");
  const requested = findFiles(paths, folder, files, report)
    .map((path) => sourceText(path, files))
    .filter(({ text }) => OF_INTEREST.test(text));
  if (requested.length === 0) return { modules: [] };
  const { compiler } = options;
  if (compiler !== undefined) return read(requested, compiler, { ...options, folder, files });
  const started = await startCompiler();
  try {
    return read(requested, started, { ...options, folder, files });
  } finally {
    started.close();
  }
}

/**
 * Without the mark that some editors put at the beginning: it is no character of the first line. A carriage return alone ends a line, as to
 * the compiler.
 */
function sourceText(path: string, files: FileHost): SourceText {
  const text = (files.read(path) ?? "").replace(/^\uFEFF/, "");
  return { path, text: text.replace(/\r(?!\n)/g, "\n") };
}

/** Loads the compiler only when it is needed. */
async function startCompiler(): Promise<Compiler> {
  const { Compiler } = await import("./compiler/compiler.ts");
  return new Compiler();
}

/** A kind, or what may be a line of a comment that begins with `+`. */
const OF_INTEREST = /\bdefineKind\b|(?:^|\/\/|\*)[ \t]*\+[ \t]*[A-Za-z]/m;

/** Reads, and reads again with the files that turned out to be needed, until none is. */
function read(
  requested: readonly SourceText[],
  compiler: Compiler,
  { folder, files, report, tsconfig }: ReadSourcesOptions & { readonly files: FileHost },
): Sources {
  const finder = new ModuleFinder(files, tsconfig);
  const loaded = new Map<string, SourceFile>();
  const early: Problem[] = [];
  const load = (texts: readonly SourceText[], isRequested: boolean): void => {
    for (const syntax of compiler.parse(texts)) {
      const shown = syntax.path.startsWith(`${folder}/`) ? posix.relative(folder, syntax.path) : syntax.path;
      const file = new SourceFile(syntax, shown, isRequested, (problem) => isRequested && early.push(problem));
      loaded.set(syntax.path, file);
      for (const { start, message } of syntax.errors) {
        early.push({ severity: "error", position: file.positionOf(start), message: `cannot be read: ${message}` });
      }
    }
  };
  load(requested, true);
  for (;;) {
    const problems: Problem[] = [];
    addToModules(loaded, finder);
    const names = new NameResolver(loaded, finder);
    const modules = readModules([...loaded.values()], names, (problem) => problems.push(problem));
    const isSettled = !finder.settle(compiler) && names.wanted.size === 0;
    if (isSettled) {
      const broken = new Set([...loaded.values()].filter(isBroken).map((file) => file.positionOf(0).file));
      // What else is said of such a file follows from what is missing.
      reportOnce([...early, ...problems.filter(({ position }) => !broken.has(position.file))], report);
      return { modules };
    }
    load(
      [...names.wanted].map((path) => sourceText(path, files)),
      false,
    );
  }
}

/** Interfaces have the members, too, that files declare for other files. */
function addToModules(files: ReadonlyMap<string, SourceFile>, finder: ModuleFinder): void {
  for (const file of files.values()) {
    for (const addition of file.additions) {
      const found = finder.find(file.syntax.path, addition.specifier);
      const target = found.form === "file" ? files.get(found.path) : undefined;
      if (target !== undefined) file.addTo(target, addition);
    }
  }
}

function isBroken({ syntax }: SourceFile): boolean {
  return syntax.errors.length > 0;
}

function readModules(files: readonly SourceFile[], names: NameResolver, report: ReportProblem): SourceModule[] {
  const shapes = new ShapeReader(names, report);
  const modules = files.map((file): SourceModule => {
    const kinds = file.isRequested ? readKinds(file, names, shapes, report) : [];
    return {
      file: file.positionOf(0).file,
      isRequested: file.isRequested,
      importExtension: importExtensionOf(file),
      markers: file.comments.moduleMarkers,
      kinds,
      types: typesOf(file, shapes),
    };
  });
  const seen = new Set<SourceType>();
  for (const { type } of modules.flatMap(({ kinds }) => kinds)) {
    const deep = visitType(type, seen, 0);
    if (deep === undefined) continue;
    const message = `${type.name} has types in types more than ${MAX_DEPTH} levels deep, down to this one; write fewer levels`;
    report({ severity: "error", position: deep.position, message });
    return [];
  }
  return modules;
}

function importExtensionOf({ syntax }: SourceFile): SourceModule["importExtension"] {
  const first = syntax.imports.find(({ specifier }) => specifier.startsWith("."));
  if (first === undefined) return undefined;
  const [extension] = /\.[jt]s$/.exec(first.specifier) ?? [""];
  return extension as ".js" | ".ts" | "";
}

/** Declarations of one name are one type. */
function typesOf(file: SourceFile, shapes: ShapeReader): SourceType[] {
  const byName = new Map<string, Declared[]>();
  for (const declared of file.scope.all()) {
    const { form, name } = declared.syntax;
    if (form !== "interface" && form !== "alias" && form !== "enum") continue;
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [declared]);
    else same.push(declared);
  }
  return [...byName.values()].map((declared) => shapes.typeOf(declared));
}

/** No server keeps objects as deep, and those who look at types next do so level by level. */
const MAX_DEPTH = 500;

/**
 * Looks at all that a type is made of, so that what it needs is known and what is wrong with it is reported. Gives the type at which it is too
 * deep, if it is.
 */
function visitType(type: SourceType, seen: Set<SourceType>, depth: number): SourceType | undefined {
  if (seen.has(type)) return undefined;
  seen.add(type);
  return visitShape(type.shape, type, seen, depth);
}

function visitShape(
  shape: TypeShape,
  within: SourceType,
  seen: Set<SourceType>,
  depth: number,
): SourceType | undefined {
  if (depth > MAX_DEPTH) return within;
  for (const part of partsOf(shape)) {
    const deep = visitShape(part, within, seen, depth + 1);
    if (deep !== undefined) return deep;
  }
  return shape.form === "reference" ? visitType(shape.type(), seen, depth + 1) : undefined;
}

function partsOf(shape: TypeShape): readonly TypeShape[] {
  switch (shape.form) {
    case "array":
      return [shape.element];
    case "map":
      return [shape.key, shape.value];
    case "object":
      return [...shape.bases, ...shape.fields.map((field) => field.shape)];
    case "nullable":
      return [shape.of];
    default:
      return [];
  }
}

/** A type that is used twice has its problems once. */
function reportOnce(problems: readonly Problem[], report: ReportProblem): void {
  const seen = new Set<string>();
  for (const problem of problems) {
    const { file, line, column } = problem.position;
    const key = `${file}:${line}:${column}:${problem.message}`;
    if (!seen.has(key)) report(problem);
    seen.add(key);
  }
}
