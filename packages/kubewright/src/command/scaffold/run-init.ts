import { lstat } from "node:fs/promises";
import { basename, join } from "node:path";
import { CommandError, exitCodes } from "../../errors.ts";
import type { CommandHost } from "../../host.ts";
import { namingRules } from "../../project/naming-rule.ts";
import { type Project, projectLayout } from "../../project/project.ts";
import { formatProject, parseProject, projectFileName } from "../../project/project-file.ts";
import { readProjectFile, writeProjectFiles } from "../../scaffold/disk.ts";
import { boilerplate, boilerplateFile, type License, licenses } from "../../scaffold/license.ts";
import { planScaffold, type ScaffoldPlan } from "../../scaffold/plan.ts";
import { projectSteps } from "../../scaffold/render-project.ts";
import { version } from "../../version.ts";
import { Questions } from "./questions.ts";
import { reportPlan } from "./report-plan.ts";

export interface InitOptions {
  readonly domain?: string;
  readonly repo?: string;
  readonly projectName?: string;
  readonly owner?: string;
  readonly license?: License;
  readonly plugins?: string;
  readonly projectVersion?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly output: "text" | "json";
}

/** Makes a project, or what is missing of it. */
export async function runInit(options: InitOptions, host: CommandHost): Promise<void> {
  refuseForeign(options);
  const { folder } = host;
  const existing = await readProjectFile(folder, projectFileName);
  const { project, begin } =
    existing === undefined ? await newProject(options, host) : againProject(parseProject(existing), options);
  const kept = await readProjectFile(folder, boilerplateFile);
  const steps = projectSteps(project, { boilerplate: kept ?? begin, ...(await pluralsFor(project)) });
  const projectFile = { path: projectFileName, text: existing ?? formatProject(project) };
  const plan = await planScaffold(
    [{ files: [projectFile], insertions: [] }, ...steps],
    (path) => readProjectFile(folder, path),
    { isForced: options.force === true },
  );
  const isDryRun = options.dryRun === true;
  if (!isDryRun) await writeProjectFiles(folder, toWrite(plan));
  const next = nextCommands(project, await hasLinkedPackages(folder));
  reportPlan(plan, { isDryRun, output: options.output, next }, host);
}

/** Whether `node_modules` leads elsewhere, as to a checkout of this repository: there is nothing to install, and npm would remove the link. */
async function hasLinkedPackages(folder: string): Promise<boolean> {
  const found = await lstat(join(folder, "node_modules")).catch(() => undefined);
  return found?.isSymbolicLink() === true;
}

/** What kinds are called, loaded only where there are any. */
async function pluralsFor({ resources = [] }: Project): Promise<{ usualPlural?: (kind: string) => string }> {
  if (resources.length === 0) return {};
  const { Plurals } = await import("@kubewright/codegen");
  const plurals = new Plurals();
  return { usualPlural: (kind) => plurals.of(kind) };
}

/** Those whose text changes. */
export function toWrite({ files }: ScaffoldPlan): ScaffoldPlan["files"] {
  return files.filter(({ how }) => how !== "unchanged" && how !== "keep");
}

function nextCommands({ resources = [] }: Project, isLinked: boolean): string[] {
  return [
    ...(isLinked ? [] : ["npm install"]),
    resources.length > 0 ? "npm test" : "npx kubewright create api --group cache --version v1alpha1 --kind Memcached",
  ];
}

async function newProject(
  options: InitOptions,
  host: CommandHost,
): Promise<{ readonly project: Project; readonly begin: string }> {
  const { domain, repo, projectName, owner, license } = options;
  const isAnyGiven = [domain, repo, projectName, owner, license].some((value) => value !== undefined);
  const questions = new Questions(host, { isSilent: options.yes === true || isAnyGiven });
  const name = await questions.name("project-name", projectName, "Name of the project", folderName(host.folder));
  const answers = {
    domain: await questions.name("domain", domain, "Domain of your API groups", "my.domain"),
    repo: await questions.name("repo", repo, "Where it lives, as github.com/example/operator", name),
    owner: await questions.text(owner, "Who has the copyright (may be empty)", ""),
    license: await licenseOf(questions, license),
  };
  const project: Project = {
    version: "3",
    domain: answers.domain,
    projectName: name,
    repo: answers.repo,
    cliVersion: version,
    layout: [projectLayout],
  };
  return { project, begin: boilerplate(answers) };
}

async function licenseOf(questions: Questions, given: License | undefined): Promise<License> {
  for (;;) {
    const answer = await questions.text(given, `License of your code (${licenses.join(", ")})`, "apache2");
    const license = licenses.find((known) => known === answer.toLowerCase());
    if (license !== undefined) return license;
  }
}

/** What the folder's name would be as a project's, if it can be one. */
function folderName(folder: string): string | undefined {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[-0-9]+|-+$/g, "");
  if (namingRules["project-name"].test(name)) return name;
  return "operator";
}

/** The project that is there; flags that say otherwise are refused. */
function againProject(project: Project, options: InitOptions): { readonly project: Project; readonly begin: string } {
  for (const field of ["domain", "repo", "projectName"] as const) {
    const given = options[field];
    if (given === undefined || given === project[field]) continue;
    const flag = field === "projectName" ? "project-name" : field;
    throw new CommandError(
      `--${flag} ${given}: this folder has a project already, whose ${field} is ${project[field]} (see ${projectFileName}); make a new one in an empty folder`,
      { exitCode: exitCodes.usage },
    );
  }
  return { project, begin: boilerplate({ license: options.license ?? "apache2", owner: options.owner }) };
}

function refuseForeign({ plugins, projectVersion }: InitOptions): void {
  if (plugins !== undefined) {
    throw new CommandError(
      `--plugins ${plugins}: projects are in TypeScript, and there is no choice here; leave it out. To deploy an image, "kubewright create api" has --plugins deploy-image/v1-alpha`,
      { exitCode: exitCodes.usage },
    );
  }
  if (projectVersion !== undefined && projectVersion !== "3") {
    throw new CommandError(`--project-version ${projectVersion}: there is only version 3; leave it out`, {
      exitCode: exitCodes.usage,
    });
  }
}
