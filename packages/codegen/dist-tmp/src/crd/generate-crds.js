import { CodegenError } from "../errors.js";
import { yamlFile } from "../yaml/yaml-file.js";
import { checkDefinition } from "./check/check-definition.js";
import { checkSize } from "./check/check-size.js";
import { DefinitionMaker } from "./definition/definition-maker.js";
import { kindVersions } from "./definition/kind-versions.js";
/**
 * The CustomResourceDefinitions of all kinds, one file each: `{group}_{plural}.yaml`.
 *
 * Reports what is wrong with types and markers, and goes on to find more; there are no files then.
 */
export function generateCrds(model, options, report) {
    const crdVersions = options.crdVersions?.length ? options.crdVersions : ["v1"];
    for (const version of crdVersions) {
        if (version !== "v1") {
            throw new CodegenError("INVALID_OPTION", `crd:crdVersions=${version}: servers have only v1 today; leave the option out`);
        }
    }
    let hasErrors = false;
    const tell = (problem) => {
        hasErrors ||= problem.severity === "error";
        report(problem);
    };
    const maker = new DefinitionMaker(model, options, tell);
    const made = kindVersions(model).map((kind) => ({ kind, definition: maker.make(kind) }));
    // What is wrong already would be told again, less well.
    if (hasErrors)
        return [];
    const files = made.flatMap(({ kind, definition }) => {
        checkDefinition(definition, kind.versions, model, tell);
        const { group, names } = definition.spec;
        const file = yamlFile(`${group}_${names.plural}.yaml`, [definition], options);
        checkSize(definition, file.text, kind.versions[0].position, tell);
        // Others than the first are named for their version.
        return crdVersions.map((version, i) => i === 0 ? file : { ...file, path: `${group}_${names.plural}.${version}.yaml` });
    });
    return hasErrors ? [] : files;
}
