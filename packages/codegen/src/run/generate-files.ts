import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { CrdOptions } from "../crd/crd-options.ts";
import { generateCrds } from "../crd/generate-crds.ts";
import { CodegenError } from "../errors.ts";
import type { Model } from "../model/model.ts";
import { generateObject } from "../object/generate-object.ts";
import type { ReportProblem } from "../problem.ts";
import { generateRoles, type RoleOptions } from "../rbac/generate-roles.ts";
import type { GeneratedFile } from "../yaml/yaml-file.ts";
import type { PlannedGenerator } from "./run-plan.ts";

/** What a generator makes of a model. `header` is what `readHeader` gave for it. */
export function generateFiles(
  { name, options }: PlannedGenerator,
  model: Model,
  header: string | undefined,
  report: ReportProblem,
): readonly GeneratedFile[] {
  const all = { ...options, header };
  switch (name) {
    case "crd":
      return generateCrds(model, all as CrdOptions, report);
    case "rbac":
      return generateRoles(model, all as unknown as RoleOptions, report);
    case "object":
      return generateObject(model, all, report);
    case "webhook":
      reportWebhooks(model, report);
      return [];
  }
}

/** Says that nothing is made of webhook markers, where there are any. */
function reportWebhooks(model: Model, report: ReportProblem): void {
  for (const { definition, position } of model.modules.flatMap((module) => model.packageMarkers(module))) {
    if (!definition.name.startsWith("kubebuilder:webhook")) continue;
    const message = `there is no generator for webhooks yet, so nothing is made of +${definition.name}`;
    report({ severity: "warning", position, message });
  }
}

/** The text that the files of a generator begin with, from its `headerFile` and `year`; undefined where it has none. */
export async function readHeader({ name, options }: PlannedGenerator, folder: string): Promise<string | undefined> {
  const { headerFile, year = "" } = options as { headerFile?: string; year?: string };
  if (headerFile === undefined || headerFile === "" || name === "webhook") return undefined;
  try {
    return (await readFile(resolve(folder, headerFile), "utf8")).replaceAll(" YEAR", ` ${year}`);
  } catch (error) {
    throw new CodegenError("INVALID_OPTION", `${name}:headerFile=${headerFile}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
