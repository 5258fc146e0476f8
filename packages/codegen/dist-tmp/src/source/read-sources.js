import { posix } from "node:path";
import { readKinds } from "./kind/read-kinds.js";
import { ModuleFinder } from "./name/module-finder.js";
import { NameResolver } from "./name/name-resolver.js";
import { SourceFile } from "./name/source-file.js";
import { diskFiles } from "./path/file-host.js";
import { findFiles } from "./path/find-files.js";
import { ShapeReader } from "./shape/shape-reader.js";
/**
 * Reads the types, kinds and markers of the files that `paths` name, and of the files that their kinds import types from.
 *
 * Files that have neither a kind nor a marker are left out unless a kind needs them. Rejects with CodegenError `COMPILER_FAILED`; what is
 * wrong in the sources is reported.
 */
export async function readSources(paths, options) {
    const { report, files = diskFiles } = options;
    const folder = posix.normalize(options.folder.replaceAll("\\", "/")).replace(/(.)\/$/, "$1");
    const requested = findFiles(paths, folder, files, report)
        .map((path) => ({ path, text: files.read(path) ?? "" }))
        .filter(({ text }) => OF_INTEREST.test(text));
    if (requested.length === 0)
        return { modules: [] };
    const { compiler } = options;
    if (compiler !== undefined)
        return read(requested, compiler, { ...options, folder, files });
    const started = await startCompiler();
    try {
        return read(requested, started, { ...options, folder, files });
    }
    finally {
        started.close();
    }
}
/** Loads the compiler only when it is needed. */
async function startCompiler() {
    const { Compiler } = await import("./compiler/compiler.js");
    return new Compiler();
}
/** A kind, or what may be a line of a comment that begins with `+`. */
const OF_INTEREST = /\bdefineKind\b|(?:^|\/\/|\*)[ \t]*\+[ \t]*[A-Za-z]/m;
/** Reads, and reads again with the files that turned out to be needed, until none is. */
function read(requested, compiler, { folder, files, report, tsconfig }) {
    const finder = new ModuleFinder(files, tsconfig);
    const loaded = new Map();
    const early = [];
    const load = (texts, isRequested) => {
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
        const problems = [];
        const names = new NameResolver(loaded, finder);
        const modules = readModules([...loaded.values()], names, (problem) => problems.push(problem));
        const isSettled = !finder.settle(compiler) && names.wanted.size === 0;
        if (isSettled) {
            reportOnce([...early, ...problems], report);
            return { modules };
        }
        load([...names.wanted].map((path) => ({ path, text: files.read(path) ?? "" })), false);
    }
}
function readModules(files, names, report) {
    const shapes = new ShapeReader(names, report);
    const modules = files.map((file) => {
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
    const seen = new Set();
    for (const { type } of modules.flatMap(({ kinds }) => kinds))
        visitType(type, seen);
    return modules;
}
function importExtensionOf({ syntax }) {
    const first = syntax.imports.find(({ specifier }) => specifier.startsWith("."));
    if (first === undefined)
        return undefined;
    const [extension] = /\.[jt]s$/.exec(first.specifier) ?? [""];
    return extension;
}
/** Declarations of one name are one type. */
function typesOf(file, shapes) {
    const byName = new Map();
    for (const declared of file.scope.all()) {
        const { form, name } = declared.syntax;
        if (form !== "interface" && form !== "alias" && form !== "enum")
            continue;
        const same = byName.get(name);
        if (same === undefined)
            byName.set(name, [declared]);
        else
            same.push(declared);
    }
    return [...byName.values()].map((declared) => shapes.typeOf(declared));
}
/** Looks at all that a type is made of, so that what it needs is known and what is wrong with it is reported. */
function visitType(type, seen) {
    if (seen.has(type))
        return;
    seen.add(type);
    visitShape(type.shape, seen);
}
function visitShape(shape, seen) {
    switch (shape.form) {
        case "array":
            visitShape(shape.element, seen);
            return;
        case "map":
            visitShape(shape.key, seen);
            visitShape(shape.value, seen);
            return;
        case "object":
            for (const base of shape.bases)
                visitShape(base, seen);
            for (const field of shape.fields)
                visitShape(field.shape, seen);
            return;
        case "nullable":
            visitShape(shape.of, seen);
            return;
        case "reference":
            visitType(shape.type(), seen);
            return;
        default:
    }
}
/** A type that is used twice has its problems once. */
function reportOnce(problems, report) {
    const seen = new Set();
    for (const problem of problems) {
        const { file, line, column } = problem.position;
        const key = `${file}:${line}:${column}:${problem.message}`;
        if (!seen.has(key))
            report(problem);
        seen.add(key);
    }
}
