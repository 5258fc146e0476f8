import { parse, stringify } from "yaml";
import { CommandError } from "../errors.ts";
import { type Project, projectLayout } from "./project.ts";

/** The name of the file, in the folder of a project. */
export const projectFileName = "PROJECT";

/** The project that a PROJECT file describes. Throws CommandError for what is none, or of another version. */
export function parseProject(text: string): Project {
  const value = readYaml(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new CommandError(`${projectFileName} has no fields; it should look like this:\n${exampleText}`);
  }
  const project = value as Partial<Project>;
  if (String(project.version) !== "3") {
    const found = project.version === undefined ? "names no version" : `is of version ${project.version}`;
    throw new CommandError(`${projectFileName} ${found}; this tool knows version "3"`);
  }
  for (const field of ["domain", "projectName"] as const) {
    if (typeof project[field] === "string" && project[field] !== "") continue;
    throw new CommandError(`${projectFileName} has no ${field}; it should look like this:\n${exampleText}`);
  }
  const { layout = [] } = project;
  if (layout.length > 0 && !layout.includes(projectLayout)) {
    throw new CommandError(
      `${projectFileName} is that of a project with the layout ${layout.join(", ")}, which another tool made; in a folder of its own: kubewright init --domain ${project.domain}`,
    );
  }
  if (project.resources !== undefined && !Array.isArray(project.resources)) {
    throw new CommandError(`${projectFileName}: resources is not a list`);
  }
  return { repo: project.projectName!, layout: [], ...project, version: "3" } as Project;
}

/** The text of the PROJECT file: known fields and others, by name. */
export function formatProject(project: Project): string {
  return `${header}${stringify(project, { sortMapEntries: true, indentSeq: false, lineWidth: 0 })}`;
}

const header = `# What this project was scaffolded with. Kubewright reads it and adds to it: better leave it to the tool.
# The fields are Kubebuilder's: https://book.kubebuilder.io/reference/project-config.html
`;

const exampleText = `  domain: example.com
  projectName: memcached-operator
  version: "3"`;

function readYaml(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new CommandError(`${projectFileName} is no YAML: ${(error as Error).message}`, { cause: error });
  }
}
