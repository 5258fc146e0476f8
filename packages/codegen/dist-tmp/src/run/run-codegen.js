import { isAbsolute, join, relative, resolve } from "node:path";
import { CodegenError } from "../errors.js";
import { buildModel } from "../model/build-model.js";
import { byPosition } from "../problem.js";
import { readSources } from "../source/read-sources.js";
import { compareFiles, writeChanged } from "./compare-files.js";
import { generateFiles, readHeader } from "./generate-files.js";
import { findLeftovers } from "./leftover.js";
import { parseOptions } from "./parse-options.js";
/**
 * Reads sources, runs generators and writes what they make, where it differs from what is there.
 *
 * Rejects with CodegenError for options that make no sense and files that cannot be read or written; what is wrong with the sources is in
 * the outcome.
 */
export async function runCodegen(run) {
    const { options = [], purpose = "manifests", folder, isCheck = false } = run;
    const { generators, paths } = parseOptions(options, purpose);
    const headers = await Promise.all(generators.map((generator) => readHeader(generator, folder)));
    const problems = [];
    const report = (problem) => problems.push(problem);
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
    if (!isCheck)
        await write(compared);
    return {
        problems,
        files: compared.map((file) => describeFile(file, placed.find(({ path }) => path === file.path).generator, folder)),
        printed: made
            .flatMap(({ generator, files }) => (generator.output.to === "stdout" ? files : []))
            .map(({ text }) => text)
            .join(""),
        absences: made
            .filter(({ generator, files }) => files.length === 0 && generator.name !== "webhook")
            .map(({ generator: { name } }) => `${name}: ${absence[name]} in ${paths.join(" ")}`),
        isEmpty: made.every(({ files }) => files.length === 0),
        leftovers: await leftoversOf(generators, folder, compared),
    };
}
const absence = {
    crd: "no kind (no `defineKind<T>({ group, version, kind })`)",
    rbac: "no +kubebuilder:rbac marker",
    object: "no kind (no `defineKind<T>({ group, version, kind })`)",
    webhook: "no +kubebuilder:webhook marker",
};
function describeFile({ path, text, before }, generator, folder) {
    const change = before === undefined ? "created" : before === text ? "unchanged" : "updated";
    return { path: relativePath(path, folder), generator, change, text, before };
}
/** Manifests go to their folder, code beside the types unless a folder is named for it. */
function place({ path, text }, { name, output }, folder) {
    if (output.to !== "folder")
        return [];
    const target = name === "object" ? output.code : output.config;
    return [{ path: target === undefined ? resolve(folder, path) : resolve(folder, target, path), text, generator: name }];
}
async function write(files) {
    try {
        await writeChanged(files);
    }
    catch (error) {
        throw new CodegenError("CANNOT_WRITE", `cannot write what was generated: ${error.message}`, {
            cause: error,
        });
    }
}
async function leftoversOf(generators, folder, files) {
    const made = new Set(files.map(({ path }) => path));
    const folders = generators.flatMap(({ name, output }) => name === "crd" && output.to === "folder" ? [join(folder, output.config)] : []);
    const found = await Promise.all(folders.map((each) => findLeftovers(each, made)));
    return found.flat().map((path) => relativePath(path, folder));
}
/** Relative where it is below the folder. */
function relativePath(path, folder) {
    const short = relative(folder, path);
    return short.startsWith("..") || isAbsolute(short) ? path : short;
}
