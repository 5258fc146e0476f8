import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CommandError } from "../../errors.ts";
import type { CommandHost } from "../../host.ts";
import type { Project, ProjectResource } from "../../project/project.ts";
import { formatProject, parseProject, projectFileName } from "../../project/project-file.ts";
import { readProjectFile, writeProjectFiles } from "../../scaffold/disk.ts";
import { type KindContext, kindContext } from "../../scaffold/kind-context.ts";
import { kindStep } from "../../scaffold/kind-step.ts";
import { boilerplateFile, headerOf } from "../../scaffold/license.ts";
import { planScaffold, type ScaffoldPlan } from "../../scaffold/plan.ts";
import { chooseStorage } from "./choose-storage.ts";
import { extendProject, type KindFlags } from "./extend-project.ts";
import { type Generated, generateAll } from "./generate-all.ts";
import { Questions } from "./questions.ts";
import { reportPlan } from "./report-plan.ts";
import { toWrite } from "./run-init.ts";

export interface CreateApiOptions extends KindFlags {
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
  const questions = new Questions(host, { isSilent: options.yes === true });
  const { project, resource, otherVersions } = await extendProject(parseProject(text), options, questions);
  const boilerplate = (await readProjectFile(folder, boilerplateFile)) ?? "";
  const contextOf = (each: ProjectResource): KindContext =>
    kindContext(project, each, { header: headerOf(boilerplate), usualPlural });
  const context = contextOf(resource);
  const read = (path: string): Promise<string | undefined> => readProjectFile(folder, path);
  const storage = await chooseStorage(context, otherVersions.map(contextOf), read);
  const plan = withFiles(
    await planScaffold([kindStep(context)], read, { isForced: options.force === true }),
    [projectFileOf(project, text)],
    storage === undefined ? [] : [storage.file],
  );
  const isDryRun = options.dryRun === true;
  if (!isDryRun) await writeProjectFiles(folder, toWrite(plan));
  const generated = isDryRun || options.make === false ? "not-asked" : await generate(host);
  reportPlan(plan, { isDryRun, output: options.output, next: nextCommands(context, generated) }, host);
  if (storage !== undefined && !isDryRun && options.output === "text") host.messages.write(`\n${storage.message}\n`);
  if (typeof generated === "string") return;
  for (const problem of generated.problems) host.messages.write(`${problem}\n`);
  if (!generated.isDone) {
    throw new CommandError(
      "the files are there, but code and manifests could not be generated: mend what is said above",
    );
  }
}

type PlannedFiles = ScaffoldPlan["files"];

function withFiles(plan: ScaffoldPlan, before: PlannedFiles, after: PlannedFiles): ScaffoldPlan {
  return { ...plan, files: [...before, ...plan.files, ...after] };
}

function projectFileOf(project: Project, before: string): PlannedFiles[number] {
  const text = formatProject(project);
  const isChanged = text !== formatProject(parseProject(before));
  return { path: projectFileName, text: isChanged ? text : before, how: isChanged ? "update" : "unchanged" };
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

function nextCommands(context: KindContext, generated: Generation): string[] {
  const { apiFile, controllerFile, hasController, origin } = context;
  const files = [...(apiFile.startsWith("src/") ? [apiFile] : []), ...(hasController ? [controllerFile] : [])];
  return [
    ...(generated === "no-packages" ? ["npm install"] : []),
    ...(typeof generated === "string" || !generated.isDone ? ["make generate manifests"] : []),
    `edit ${files.join(" and ")}, then: make manifests`,
    ...(origin === "project"
      ? ["# fields that you rename are in test and config/samples, too: npm test says where"]
      : []),
    "npm test",
    "npx kubewright cluster      # for want of another cluster, a small one on this machine; it says how to use it",
    ...(origin === "project"
      ? [
          "make install run            # the kind into your cluster, and the operator from here",
          "kubectl apply -k config/samples, or without kubectl: npx kubewright install -f config/samples",
        ]
      : ["make run                    # the operator from here, on your cluster"]),
  ];
}
