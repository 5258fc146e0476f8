import type { Project } from "../project/project.ts";
import { boilerplateFile, headerOf, licenseName } from "./license.ts";
import type { ScaffoldStep } from "./scaffold-file.ts";
import { buildFiles } from "./template/build-files.ts";
import { projectConfig } from "./template/config/project-config.ts";
import { mainFile } from "./template/main-file.ts";
import { packageFiles } from "./template/package-files.ts";
import { readmeFile } from "./template/readme-file.ts";

/** What `init` adds to an empty folder, but for the PROJECT file. `boilerplate` begins each file of code. */
export function projectStep(project: Project, boilerplate: string): ScaffoldStep {
  return {
    files: [
      ...packageFiles(project, licenseName(boilerplate)),
      ...buildFiles(),
      { path: "README.md", text: readmeFile(project) },
      { path: boilerplateFile, text: boilerplate },
      { path: "src/main.ts", text: mainFile(project, headerOf(boilerplate)) },
      ...projectConfig(project),
    ],
    insertions: [],
  };
}
