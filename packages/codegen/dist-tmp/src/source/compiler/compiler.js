import { API } from "typescript/unstable/sync";
import { CodegenError } from "../../errors.js";
import { readSyntax } from "./read-syntax.js";
/**
 * The TypeScript compiler that this package brings along: it parses files and finds modules.
 *
 * It is a process of its own: whoever starts one closes it. One can serve many runs. It never checks types, and loads neither the standard
 * library nor what files import; that keeps a run short.
 */
export class Compiler {
    #api;
    /** Files that exist only here, or whose text does. */
    #texts = new Map();
    #parsed = new Map();
    /** Configurations have to have different names: the compiler keeps them. */
    #configs = 0;
    constructor() {
        try {
            this.#api = new API({ fs: this.#files() });
        }
        catch (error) {
            throw failure("cannot be started", error);
        }
    }
    /** The syntax of each, in order. */
    parse(files) {
        const missing = files.filter(({ path, text }) => this.#parsed.get(path)?.text !== text);
        if (missing.length > 0)
            this.#parse(missing);
        return files.map(({ path }) => this.#parsed.get(path));
    }
    /** The file that each import means, as the compiler finds it; undefined for one that it does not find. */
    resolve(requests) {
        const found = new Map();
        const byConfig = groupBy(requests, ({ config }) => config ?? "");
        const probes = [...byConfig].map(([config, group]) => this.#probe(config, group));
        this.#withProjects(probes.map(({ config }) => config), (projects) => {
            for (const [index, { files }] of probes.entries()) {
                for (const { path, requests: ofFile } of files) {
                    const specifiers = projects[index].program.getSourceFile(path)?.imports ?? [];
                    const symbols = projects[index].checker.getSymbolAtLocation(specifiers);
                    for (const [at, request] of ofFile.entries()) {
                        const file = symbols[at]?.declarations[0]?.resolve()?.getSourceFile().fileName;
                        if (file !== undefined)
                            found.set(request, file);
                    }
                }
            }
        });
        return requests.map((request) => found.get(request));
    }
    /** Ends the process. May be called twice. */
    close() {
        this.#api.close();
    }
    [Symbol.dispose]() {
        this.close();
    }
    #parse(files) {
        const known = files.filter(({ path }) => this.#texts.has(path)).map(({ path }) => path);
        for (const { path, text } of files)
            this.#texts.set(path, text);
        const config = this.#addConfig("/", {
            compilerOptions: { ...OPTIONS, noResolve: true },
            files: files.map(({ path }) => path),
        });
        this.#withProjects([config], ([project]) => {
            const { program } = project;
            const errors = groupBy(program.getSyntacticDiagnostics(), ({ fileName }) => fileName ?? "");
            for (const { path } of files) {
                const file = program.getSourceFile(path);
                if (file === undefined)
                    throw failure("cannot read a file", path);
                const own = (errors.get(path) ?? []).map(({ pos, text }) => ({ start: pos, message: text }));
                this.#parsed.set(path, readSyntax(file, path, own));
            }
        }, known);
    }
    /** Files with nothing but the imports asked for, in the folders where they are asked for. */
    #probe(extended, requests) {
        const files = [...groupBy(requests, ({ folder }) => folder)].map(([folder, ofFolder]) => {
            const path = `${folder}/kubewright-probe-${this.#configs}.ts`;
            this.#texts.set(path, ofFolder.map(({ specifier }) => `import ${JSON.stringify(specifier)};\n`).join(""));
            return { path, requests: ofFolder };
        });
        const config = this.#addConfig(folderOf(extended || files[0].path), {
            ...(extended !== "" && { extends: extended }),
            compilerOptions: { ...OPTIONS, ...(extended !== "" && this.#pathsOf(extended)) },
            files: files.map(({ path }) => path),
            include: [],
            references: [],
        });
        return { config, files };
    }
    /** With `baseUrl`, which this compiler no longer knows, paths begin there, and every name may be one. */
    #pathsOf(extended) {
        const config = this.#addConfig(folderOf(extended), { extends: extended, files: [] });
        const { baseUrl, paths = {} } = this.#options(config);
        if (baseUrl === undefined)
            return {};
        const based = Object.entries(paths).map(([pattern, targets]) => {
            return [pattern, targets.map((target) => (isAbsolute(target) ? target : `${baseUrl}/${target}`))];
        });
        return { paths: { "*": [`${baseUrl}/*`], ...Object.fromEntries(based) } };
    }
    #options(config) {
        try {
            return this.#api.parseConfigFile(config).options;
        }
        catch (error) {
            throw failure("stopped", error);
        }
    }
    #addConfig(folder, config) {
        const path = `${folder === "/" ? "" : folder}/kubewright-${this.#configs++}.json`;
        this.#texts.set(path, JSON.stringify(config));
        return path;
    }
    #withProjects(configs, use, changed = []) {
        try {
            const snapshot = this.#api.updateSnapshot({
                openProjects: [...configs],
                fileChanges: { changed: [...changed] },
            });
            try {
                use(configs.map((config) => snapshot.getProject(config)));
            }
            finally {
                snapshot.dispose();
                this.#api.updateSnapshot({ closeProjects: [...configs] }).dispose();
            }
        }
        catch (error) {
            if (error instanceof CodegenError)
                throw error;
            throw failure("stopped", error);
        }
    }
    #files() {
        return {
            readFile: (path) => this.#texts.get(path),
            fileExists: (path) => (this.#texts.has(path) ? true : undefined),
        };
    }
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
function isAbsolute(path) {
    return /^([A-Za-z]:)?\//.test(path);
}
function folderOf(path) {
    return path.slice(0, path.lastIndexOf("/")) || "/";
}
function failure(what, cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new CodegenError("COMPILER_FAILED", `the TypeScript compiler of @kubewright/codegen ${what}: ${reason}; install dependencies again, with optional ones: npm install`, { cause });
}
function groupBy(items, keyOf) {
    const groups = new Map();
    for (const item of items) {
        const key = keyOf(item);
        const group = groups.get(key);
        if (group === undefined)
            groups.set(key, [item]);
        else
            group.push(item);
    }
    return groups;
}
