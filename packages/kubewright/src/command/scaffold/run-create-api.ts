import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CommandError, exitCodes } from "../../errors.ts";
import type { CommandHost } from "../../host.ts";
import { deployImageOptionsOf, withDeployImageOptions } from "../../project/deploy-image-options.ts";
import { isSameResource, type Project, type ProjectResource, withResource } from "../../project/project.ts";
import { formatProject, parseProject, projectFileName } from "../../project/project-file.ts";
import { readProjectFile, writeProjectFiles } from "../../scaffold/disk.ts";
import { type KindContext, kindContext } from "../../scaffold/kind-context.ts";
import { kindStep } from "../../scaffold/kind-step.ts";
import { boilerplateFile, headerOf } from "../../scaffold/license.ts";
import { planScaffold, type ScaffoldPlan } from "../../scaffold/plan.ts";
import { type DeployImageFlags, deployImageFlags, refuseUnfit } from "./deploy-image-flags.ts";
import { type Generated, generateAll } from "./generate-all.ts";
import { Questions } from "./questions.ts";
import { reportPlan } from "./report-plan.ts";
import { toWrite } from "./run-init.ts";

export interface CreateApiOptions extends DeployImageFlags {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly plural?: string;
  readonly resource?: boolean;
  readonly controller?: boolean;
  readonly namespaced?: boolean;
  readonly make?: boolean;
  readonly force?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly output: "text" | "json";
}

/** Adds a kind to the project, or what is missing of it. */
export async function runCreateApi(options: CreateApiOptions, host: CommandHost): Promise<void> {
  const { folder } = host;
  const text = await readProjectFile(folder, projectFileName);
  if (text === undefined) {
    throw new CommandError(
      `there is no project in ${folder}: it has no file ${projectFileName}. Go to the folder of your project, or make one: kubewright init --domain example.com`,
    );
  }
  const { Plurals } = await import("@kubewright/codegen");
  const plurals = new Plurals();
  const usualPlural = (kind: string): string => plurals.of(kind);
  const { project, resource } = await extended(
    parseProject(text),
    options,
    new Questions(host, { isSilent: options.yes === true }),
  );
  const boilerplate = (await readProjectFile(folder, boilerplateFile)) ?? "";
  const context = kindContext(project, resource, { header: headerOf(boilerplate), usualPlural });
  const plan = await planOf(project, context, text, options, host);
  const isDryRun = options.dryRun === true;
  if (!isDryRun) await writeProjectFiles(folder, toWrite(plan));
  const generated = isDryRun || options.make === false ? "not-asked" : await generate(host);
  reportPlan(plan, { isDryRun, output: options.output, next: nextCommands(context, generated) }, host);
  if (typeof generated === "string") return;
  for (const problem of generated.problems) host.messages.write(`${problem}\n`);
  if (!generated.isDone) {
    throw new CommandError(
      "the files are there, but code and manifests could not be generated: mend what is said above",
    );
  }
}

async function planOf(
  project: Project,
  context: KindContext,
  before: string,
  { force }: CreateApiOptions,
  { folder }: CommandHost,
): Promise<ScaffoldPlan> {
  const read = (path: string): Promise<string | undefined> => readProjectFile(folder, path);
  const plan = await planScaffold([kindStep(context)], read, { isForced: force === true });
  const text = formatProject(project);
  const isChanged = text !== formatProject(parseProject(before));
  const projectFile = {
    path: projectFileName,
    text: isChanged ? text : before,
    how: isChanged ? "update" : "unchanged",
  } as const;
  return { ...plan, files: [projectFile, ...plan.files] };
}

/** The project with the kind that the flags and the user name. */
async function extended(
  project: Project,
  options: CreateApiOptions,
  questions: Questions,
): Promise<{ readonly project: Project; readonly resource: ProjectResource }> {
  const deployImage = deployImageFlags(options);
  const group = await questions.name("group", options.group, "Group, as cache");
  const version = await questions.name(
    "version",
    options.version,
    "Version",
    options.group === undefined ? "v1alpha1" : undefined,
  );
  const kind = await questions.name("kind", options.kind, "Kind, as Memcached");
  const plural = options.plural === undefined ? undefined : await questions.name("plural", options.plural, "Plural");
  const known = project.resources?.find((resource) => isSameResource(resource, { group, version, kind }));
  const { namespaced = known?.api?.namespaced ?? true } = options;
  const hasApi = await questions.yesOrNo(options.resource, "Write the type (resource)");
  const hasController = await questions.yesOrNo(options.controller, "Write the controller");
  if (deployImage !== undefined) refuseUnfit(kind, namespaced);
  refuseNothing({ hasApi, hasController, known, kind });
  if (hasController) refuseSecondController(project, { group, version, kind });
  const resource: ProjectResource = {
    ...known,
    ...(hasApi && {
      api: { crdVersion: "v1", ...(namespaced && { namespaced: true }), ...(!namespaced && { namespaced: false }) },
    }),
    ...((hasController || known?.controller === true) && { controller: true }),
    domain: project.domain,
    ...{ group, kind, version },
    ...(plural !== undefined && { plural }),
    path: known?.path ?? `${project.repo}/${folderFor(project, group)}/${version}`,
  };
  const next = withResource(project, resource);
  const isDeploying = deployImage ?? deployImageOptionsOf(project, resource);
  return {
    project: isDeploying === undefined ? next : withDeployImageOptions(next, resource, isDeploying),
    resource: next.resources!.find((each) => isSameResource(each, resource))!,
  };
}

/** Where types of a group are. */
function folderFor({ resources = [] }: Project, group: string): string {
  return resources.length === 0 || resources[0]!.group === group ? "src/api" : `src/api/${group}`;
}

interface Wanted {
  readonly hasApi: boolean;
  readonly hasController: boolean;
  readonly known: ProjectResource | undefined;
  readonly kind: string;
}

function refuseNothing({ hasApi, hasController, known, kind }: Wanted): void {
  if (!hasApi && !hasController) {
    throw new CommandError("--resource=false and --controller=false: nothing is left to do; leave one of them out", {
      exitCode: exitCodes.usage,
    });
  }
  if (hasApi || known?.api !== undefined) return;
  throw new CommandError(
    `--resource=false: the project has no type ${kind} yet that a controller could be for; leave the flag out. For a built-in kind, write the controller by hand: manager.controller("…").for(Deployment)`,
    { exitCode: exitCodes.usage },
  );
}

/** One controller is for all versions of a kind. */
function refuseSecondController(
  { resources = [] }: Project,
  id: { group: string; version: string; kind: string },
): void {
  const other = resources.find(
    ({ group, version, kind, controller }) =>
      controller === true && group === id.group && kind === id.kind && version !== id.version,
  );
  if (other === undefined) return;
  throw new CommandError(
    `${id.kind} of ${other.version} has a controller already, and one is enough for all versions; add --controller=false`,
    { exitCode: exitCodes.usage },
  );
}

type Generation = Generated | "no-packages" | "not-asked";

async function generate(host: CommandHost): Promise<Generation> {
  // Types are read with those that they use.
  return (await isInstalled("@kubewright/operator", host.folder)) ? await generateAll(host) : "no-packages";
}

/** Whether modules of the folder can import the package: it may be in a folder above, as in workspaces. */
async function isInstalled(name: string, folder: string): Promise<boolean> {
  const found = await stat(join(folder, "node_modules", name)).catch(() => undefined);
  const above = dirname(folder);
  return found !== undefined || (above !== folder && (await isInstalled(name, above)));
}

function nextCommands({ apiFile, controllerFile, hasController }: KindContext, generated: Generation): string[] {
  return [
    ...(generated === "no-packages" ? ["npm install"] : []),
    ...(typeof generated === "string" || !generated.isDone ? ["make generate manifests"] : []),
    `edit ${apiFile}${hasController ? ` and ${controllerFile}` : ""}, then: make manifests`,
    "npm test",
    "make install run            # the kind into your cluster, and the operator from here",
    "kubectl apply -k config/samples",
  ];
}
