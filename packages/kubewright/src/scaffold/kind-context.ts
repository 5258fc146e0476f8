import { type DeployImageOptions, deployImageOptionsOf } from "../project/deploy-image-options.ts";
import type { Project, ProjectResource } from "../project/project.ts";

/** All that templates want to know about a kind. */
export interface KindContext {
  readonly project: Project;
  readonly kind: string;
  readonly version: string;
  /** With the domain: `cache.example.com`. */
  readonly group: string;
  /** Without it: `cache`. */
  readonly groupName: string;
  readonly plural: string;
  /** Whether the plural is what anybody would guess. */
  readonly hasUsualPlural: boolean;
  readonly isNamespaced: boolean;
  readonly hasApi: boolean;
  readonly hasController: boolean;
  /** `memcached`, `httproute` */
  readonly lower: string;
  /** The name of a variable: `memcached`, `httpRoute`; `object` for kinds with long names. */
  readonly variable: string;
  readonly apiFile: string;
  readonly controllerFile: string;
  readonly testFile: string;
  /** How names of files below `config` begin: `memcached`, or `shop_order` for a group that is not the first. */
  readonly stem: string;
  /** Of the controller, unique in the project: `memcached`, `shop-order`. */
  readonly controllerName: string;
  /** The function that adds the controller to a manager. */
  readonly setupName: string;
  /** Begins each file of code; empty, or with a blank line at its end. */
  readonly header: string;
  readonly deployImage: DeployImageOptions | undefined;
}

/** What is known about a kind of the project. */
export function kindContext(
  project: Project,
  resource: ProjectResource,
  { header, usualPlural }: { readonly header: string; readonly usualPlural: (kind: string) => string },
): KindContext {
  const { kind, version, group: groupName, plural = usualPlural(kind) } = resource;
  const isFirst = isOfFirstGroup(project, groupName);
  const folder = isFirst ? "" : `${groupName}/`;
  const file = kebabCase(kind);
  const lower = kind.toLowerCase();
  return {
    ...{ project, kind, version, groupName, plural, lower, header },
    group: `${groupName}.${resource.domain}`,
    hasUsualPlural: plural === usualPlural(kind),
    isNamespaced: resource.api?.namespaced !== false,
    hasApi: resource.api !== undefined,
    hasController: resource.controller === true,
    variable: variableOf(kind),
    apiFile: `src/api/${folder}${version}/${file}.ts`,
    controllerFile: `src/controller/${folder}${file}-controller.ts`,
    testFile: `test/${folder}${file}-controller.test.ts`,
    stem: isFirst ? lower : `${groupName}_${lower}`,
    controllerName: isFirst ? lower : `${groupName}-${lower}`,
    setupName: `setup${isFirst ? "" : pascalCase(groupName)}${kind}Controller`,
    deployImage: deployImageOptionsOf(project, resource),
  };
}

/** The kinds of the first group have folders of their own version; those of others a folder of their group around them. */
function isOfFirstGroup({ resources = [] }: Project, group: string): boolean {
  const first = resources[0];
  return first === undefined || first.group === group;
}

/** How one module names another. */
export function importPath(from: string, to: string): string {
  const origin = from.split("/").slice(0, -1);
  const target = to.split("/");
  let common = 0;
  while (common < origin.length && origin[common] === target[common]) common++;
  const up = origin.slice(common).map(() => "..");
  return [...(up.length === 0 ? ["."] : up), ...target.slice(common)].join("/");
}

/** `HTTPRoute` is `http-route`. */
function kebabCase(kind: string): string {
  return kind
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
}

function pascalCase(text: string): string {
  return text.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Words that cannot be names, and names that the scaffolded code has. */
const reserved: ReadonlySet<string> = new Set(
  (
    "await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in " +
    "instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield " +
    "arguments eval undefined client conditions deployment environment error events key log manager namespace replicas signal size status"
  ).split(" "),
);

const longestVariable = 16;

function variableOf(kind: string): string {
  if (kind.length > longestVariable) return "object";
  const name = kebabCase(kind).replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return reserved.has(name) ? `${name}Object` : name;
}
