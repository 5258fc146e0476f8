import { CodegenError } from "../errors.js";
import { splitMarker } from "../marker/grammar/marker-name.js";
import { MarkerSyntaxError } from "../marker/grammar/marker-syntax-error.js";
import { readArguments } from "../marker/grammar/read-arguments.js";
import { nearestName } from "../marker/nearest-name.js";
import { missingGenerators, optionDefinitions } from "./generator-table.js";
import { usualGenerators, usualOutput } from "./run-plan.js";
/**
 * Reads options as controller-gen takes them: `crd:maxDescLen=0 rbac:roleName=manager-role paths=./... output:crd:artifacts:config=config/crd/bases`.
 *
 * Without a generator it plans what the purpose usually needs; without `paths`, everything below the folder. Throws CodegenError
 * `INVALID_OPTION`.
 */
export function parseOptions(options, purpose) {
    const found = new Map();
    const outputs = new Map();
    const paths = [];
    for (const option of options) {
        const { definition, args } = readOption(option.replace(/^\+/, ""));
        const [first, ...rest] = definition.name.split(":");
        if (first === "paths")
            paths.push(...args[""]);
        else if (first === "output")
            outputs.set(rest.length === 2 ? rest[0] : "", outputRule(rest.at(-1), args));
        else if (found.has(first))
            throw invalid(`${first} is there twice; give all its options in one, separated by commas`);
        else
            found.set(first, args);
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
function plannedGenerators(found) {
    return [...found].map(([name, options]) => ({ name, options, output: usualOutput(name) }));
}
function readOption(option) {
    const { wholeName, shortName } = splitMarker(option);
    const definition = byName.get(wholeName) ?? byName.get(shortName);
    if (definition === undefined)
        throw invalid(describeUnknown(option, wholeName));
    try {
        return { definition, args: readArguments(definition, option).args };
    }
    catch (error) {
        if (!(error instanceof MarkerSyntaxError))
            throw error;
        throw new CodegenError("INVALID_OPTION", `${option}: ${error.message}`, { cause: error });
    }
}
function outputRule(rule, args) {
    switch (rule) {
        case "stdout":
        case "none":
            return { to: rule };
        case "dir":
            return { to: "folder", config: args[""], code: args[""] };
        default:
            return { to: "folder", config: args["config"], code: args["code"] };
    }
}
function describeUnknown(option, name) {
    const generator = name.split(":")[0];
    if (Object.hasOwn(missingGenerators, generator))
        return `there is no generator ${generator}: ${missingGenerators[generator]}`;
    if (!option.includes("=") && /[./\\]/.test(option))
        return `unknown option ${JSON.stringify(option)}; write paths=${option} for files to read`;
    const nearest = nearestName(name, byName.keys());
    return nearest === undefined
        ? `unknown option ${JSON.stringify(option)}; there are crd, rbac, object, paths=…, output:…`
        : `unknown option ${JSON.stringify(option)}; did you mean ${nearest}?`;
}
function invalid(message) {
    return new CodegenError("INVALID_OPTION", message);
}
const byName = new Map(optionDefinitions.map((definition) => [definition.name, definition]));
