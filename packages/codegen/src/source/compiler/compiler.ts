import type { FileSystem } from "typescript/unstable/fs";
import { API, type Project } from "typescript/unstable/sync";
import { CodegenError } from "../../errors.ts";
import { readSyntax } from "./read-syntax.ts";
import type { SyntaxFile } from "./syntax.ts";

/** A file to parse: its text is what counts, not what is on disk. */
export interface SourceText {
  /** Absolute, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** An import whose file is asked for. */
export interface ImportRequest {
  /** The folder of the importing file; absolute, with `/`. */
  readonly folder: string;
  readonly specifier: string;
  /** Whose `paths` and conditions count, if there is one. */
  readonly config?: string | undefined;
}

/**
 * The TypeScript compiler that this package brings along: it parses files and finds modules.
 *
 * It is a process of its own: whoever starts one closes it. One can serve many runs. It never checks types, and loads neither the standard
 * library nor what files import; that keeps a run short.
 */
export class Compiler {
  readonly #api: API;
  /** Files that exist only here, or whose text does. */
  readonly #texts = new Map<string, string>();
  readonly #parsed = new Map<string, SyntaxFile>();
  /** Configurations have to have different names: the compiler keeps them. */
  #configs = 0;

  constructor() {
    try {
      this.#api = new API({ fs: this.#files() });
    } catch (error) {
      throw failure("cannot be started", error);
    }
  }

  /** The syntax of each, in order. */
  parse(files: readonly SourceText[]): SyntaxFile[] {
    const missing = files.filter(({ path, text }) => this.#parsed.get(path)?.text !== text);
    if (missing.length > 0) this.#parse(missing);
    return files.map(({ path }) => this.#parsed.get(path)!);
  }

  /** The file that each import means, as the compiler finds it; undefined for one that it does not find. */
  resolve(requests: readonly ImportRequest[]): (string | undefined)[] {
    const found = new Map<ImportRequest, string>();
    const byConfig = groupBy(requests, ({ config }) => config ?? "");
    const probes = [...byConfig].map(([config, group]) => this.#probe(config, group));
    this.#withProjects(
      probes.map(({ config }) => config),
      (projects) => {
        for (const [index, { files }] of probes.entries()) {
          for (const { path, requests: ofFile } of files) {
            const specifiers = projects[index]!.program.getSourceFile(path)?.imports ?? [];
            const symbols = projects[index]!.checker.getSymbolAtLocation(specifiers);
            for (const [at, request] of ofFile.entries()) {
              const file = symbols[at]?.declarations[0]?.resolve()?.getSourceFile().fileName;
              if (file !== undefined) found.set(request, file);
            }
          }
        }
      },
    );
    return requests.map((request) => found.get(request));
  }

  /** Ends the process. May be called twice. */
  close(): void {
    endAtOnce(this.#api);
    this.#api.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #parse(files: readonly SourceText[]): void {
    const known = files.filter(({ path }) => this.#texts.has(path)).map(({ path }) => path);
    for (const { path, text } of files) this.#texts.set(path, text);
    const config = this.#addConfig(folderOf(files[0]!.path), {
      compilerOptions: { ...OPTIONS, noResolve: true },
      files: files.map(({ path }) => path),
    });
    this.#withProjects(
      [config],
      ([project]) => {
        const { program } = project!;
        const errors = groupBy(program.getSyntacticDiagnostics(), ({ fileName }) => fileName ?? "");
        for (const source of files) {
          const { path } = source;
          const file = program.getSourceFile(path);
          if (file === undefined) throw failure("cannot read a file", path);
          const own = (errors.get(path) ?? []).map(({ pos, text }) => ({ start: pos, message: text }));
          this.#parsed.set(path, readNested(file, source, own));
        }
      },
      known,
    );
  }

  /** Files with nothing but the imports asked for, in the folders where they are asked for. */
  #probe(extended: string, requests: readonly ImportRequest[]): { config: string; files: Probe[] } {
    const files = [...groupBy(requests, ({ folder }) => folder)].map(([folder, ofFolder]) => {
      const path = `${folder}/kubewright-probe-${this.#configs}.ts`;
      this.#texts.set(path, ofFolder.map(({ specifier }) => `import ${JSON.stringify(specifier)};\n`).join(""));
      return { path, requests: ofFolder };
    });
    const config = this.#addConfig(folderOf(extended || files[0]!.path), {
      ...(extended !== "" && { extends: extended }),
      compilerOptions: { ...OPTIONS, ...(extended !== "" && this.#pathsOf(extended)) },
      files: files.map(({ path }) => path),
      include: [],
      references: [],
    });
    return { config, files };
  }

  /** With `baseUrl`, which this compiler no longer knows, paths begin there, and every name may be one. */
  #pathsOf(extended: string): { paths?: Record<string, readonly string[]> } {
    const config = this.#addConfig(folderOf(extended), { extends: extended, files: [] });
    const { baseUrl, paths = {} } = this.#options(config);
    if (baseUrl === undefined) return {};
    const based = Object.entries(paths).map(([pattern, targets]) => {
      return [pattern, targets.map((target) => (isAbsolute(target) ? target : `${baseUrl}/${target}`))];
    });
    return { paths: { "*": [`${baseUrl}/*`], ...Object.fromEntries(based) } };
  }

  #options(config: string): { baseUrl?: string; paths?: Record<string, readonly string[]> } {
    try {
      return this.#api.parseConfigFile(config).options;
    } catch (error) {
      throw failure("stopped", error);
    }
  }

  #addConfig(folder: string, config: object): string {
    const path = `${folder === "/" ? "" : folder}/kubewright-${this.#configs++}.json`;
    this.#texts.set(path, JSON.stringify(config));
    return path;
  }

  #withProjects(
    configs: readonly string[],
    use: (projects: readonly Project[]) => void,
    changed: readonly string[] = [],
  ): void {
    try {
      const snapshot = this.#api.updateSnapshot({
        openProjects: [...configs],
        fileChanges: { changed: [...changed] },
      });
      try {
        use(configs.map((config) => snapshot.getProject(config)!));
      } finally {
        snapshot.dispose();
        this.#api.updateSnapshot({ closeProjects: [...configs] }).dispose();
      }
    } catch (error) {
      if (error instanceof CodegenError) throw error;
      throw failure("stopped", error);
    }
  }

  #files(): FileSystem {
    return {
      readFile: (path) => this.#texts.get(path),
      fileExists: (path) => (this.#texts.has(path) ? true : undefined),
    };
  }
}

interface Probe {
  readonly path: string;
  readonly requests: readonly ImportRequest[];
}

/** What is read does not depend on how the user compiles: all kinds of imports work, and nothing is loaded that no one asks for. */
const OPTIONS = {
  module: "preserve",
  moduleResolution: "bundler",
  target: "esnext",
  jsx: "preserve",
  allowImportingTsExtensions: true,
  resolveJsonModule: false,
  noEmit: true,
  noResolve: false,
  noLib: true,
  types: [],
  composite: false,
  incremental: false,
  skipLibCheck: true,
};

/** A file with types or code in each other thousands of levels deep cannot be read. */
function readNested(...[file, source, errors]: Parameters<typeof readSyntax>): SyntaxFile {
  try {
    return readSyntax(file, source, errors);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const deep = { start: 0, message: "its types or its code are nested too deep; write fewer levels" };
    return { ...source, imports: [], exports: [], statements: [], hiddenKinds: [], comments: [], errors: [deep] };
  }
}

function isAbsolute(path: string): boolean {
  return /^([A-Za-z]:)?\//.test(path);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/** Asked to end, or without its input, the compiler's process may print "context canceled" where the user sees it. It has nothing to save. */
function endAtOnce(api: API): void {
  const { client } = api as unknown as { client?: { channel?: { child?: { kill(signal: "SIGKILL"): boolean } } } };
  client?.channel?.child?.kill("SIGKILL");
}

/** `what` is as in "cannot be started". */
function failure(what: string, cause: unknown): CodegenError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const advice = /^Unexpected EOF/.test(reason)
    ? "it was interrupted, or the machine has no memory left for it; run the command again"
    : "install dependencies again, with optional ones: npm install";
  const message = `the TypeScript compiler of @kubewright/codegen ${what}: ${reason}; ${advice}`;
  return new CodegenError("COMPILER_FAILED", message, { cause });
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
