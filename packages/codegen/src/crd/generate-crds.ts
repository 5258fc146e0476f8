import { CodegenError } from "../errors.ts";
import type { Model } from "../model/model.ts";
import type { ReportProblem } from "../problem.ts";
import { YamlWriter } from "../yaml/write-yaml.ts";
import { type GeneratedFile, yamlFile } from "../yaml/yaml-file.ts";
import type { YamlValue } from "../yaml/yaml-value.ts";
import { checkCharacters } from "./check/check-characters.ts";
import { checkSize } from "./check/check-size.ts";
import { DefinitionChecker } from "./check/definition-checker.ts";
import type { CrdOptions } from "./crd-options.ts";
import { DefinitionMaker } from "./definition/definition-maker.ts";
import { kindVersions } from "./definition/kind-versions.ts";

/**
 * The CustomResourceDefinitions of all kinds, one file each: `{group}_{plural}.yaml`.
 *
 * Reports what is wrong with types and markers, and goes on to find more; there are no files then.
 */
export function generateCrds(model: Model, options: CrdOptions, report: ReportProblem): GeneratedFile[] {
  const crdVersions = options.crdVersions?.length ? options.crdVersions : ["v1"];
  for (const version of crdVersions) {
    if (version !== "v1") {
      throw new CodegenError(
        "INVALID_OPTION",
        `crd:crdVersions=${version}: servers have only v1 today; leave the option out`,
      );
    }
  }
  let hasErrors = false;
  const tell: ReportProblem = (problem) => {
    hasErrors ||= problem.severity === "error";
    report(problem);
  };
  const maker = new DefinitionMaker(model, options, tell);
  const made = kindVersions(model).map((kind) => ({ kind, definition: maker.make(kind) }));
  // What is wrong already would be told again, less well.
  if (hasErrors) return [];
  const writer = new YamlWriter();
  const checker = new DefinitionChecker(model, tell);
  const files = made.flatMap(({ kind, definition }) => {
    checker.check(definition, kind.versions);
    const { group, names } = definition.spec;
    const file = yamlFile(`${group}_${names.plural}.yaml`, [definition as unknown as YamlValue], options, writer);
    checkCharacters(definition, file.text, { kinds: kind.versions, model, report: tell });
    checkSize(definition, file.text, kind.versions[0]!.position, tell);
    // Others than the first are named for their version.
    return crdVersions.map((version, i) =>
      i === 0 ? file : { ...file, path: `${group}_${names.plural}.${version}.yaml` },
    );
  });
  return hasErrors ? [] : files;
}
