import type { Project } from "../project/project.ts";
import { formatProject, projectFileName } from "../project/project-file.ts";
import { kindContext } from "./kind-context.ts";
import { kindStep } from "./kind-step.ts";
import { boilerplate as boilerplateOf, headerOf } from "./license.ts";
import { planScaffold } from "./plan.ts";
import { projectStep } from "./project-step.ts";
import type { ScaffoldFile, ScaffoldStep } from "./scaffold-file.ts";

export interface RenderOptions {
  /** Begins each file of code. @default that of the Apache licence */
  readonly boilerplate?: string;
  /** What the plural of a kind is that names none. @default the kind in small letters with an s */
  readonly usualPlural?: (kind: string) => string;
}

/** The steps that lead to a project: `init`, then `create api` for each of its kinds. */
export function projectSteps(project: Project, options: RenderOptions = {}): ScaffoldStep[] {
  const { boilerplate = boilerplateOf({ license: "apache2" }), usualPlural = (kind) => `${kind.toLowerCase()}s` } =
    options;
  const header = headerOf(boilerplate);
  return [
    projectStep(project, boilerplate),
    ...(project.resources ?? []).map((resource) => kindStep(kindContext(project, resource, { header, usualPlural }))),
  ];
}

/** All files of a project as they are scaffolded, without a disk. What is generated from the types is not among them. */
export async function renderProject(project: Project, options: RenderOptions = {}): Promise<ScaffoldFile[]> {
  const { files } = await planScaffold(projectSteps(project, options), async () => undefined);
  return [
    { path: projectFileName, text: formatProject(project) },
    ...files.map(({ path, text, mode }) => ({ path, text, ...(mode !== undefined && { mode }) })),
  ];
}
