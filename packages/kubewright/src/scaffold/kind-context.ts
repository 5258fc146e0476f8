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
  /** Whether its objects are stored in this version, of several: the first one, until somebody says otherwise. */
  readonly isStored: boolean;
  /** Whose kind it is: of this project, of Kubernetes, or of another project. */
  readonly origin: KindOrigin;
  /** `memcached`, `httproute` */
  readonly lower: string;
  /** The name of a variable: `memcached`, `httpRoute`; `object` for kinds with long names. */
  readonly variable: string;
  /** The module of the kind: a file of the project, or what is imported from a package. */
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

export type KindOrigin = "project" | "built-in" | "external";

/** What is known about a kind of the project. */
export function kindContext(
  project: Project,
  resource: ProjectResource,
  { header, usualPlural }: { readonly header: string; readonly usualPlural: (kind: string) => string },
): KindContext {
  const { kind, version, group: groupName, plural = usualPlural(kind) } = resource;
  const origin = originOf(resource);
  const isFirst = origin === "project" && isOfFirstGroup(project, groupName);
  const folder = isFirst ? "" : `${groupName}/`;
  const file = kebabCase(kind);
  const lower = kind.toLowerCase();
  return {
    ...{ project, kind, version, groupName, plural, lower, header, origin },
    group: groupOf(resource),
    hasUsualPlural: plural === usualPlural(kind),
    isNamespaced: resource.api?.namespaced !== false,
    hasApi: resource.api !== undefined,
    hasController: resource.controller === true,
    isStored: isFirstOfSeveralVersions(project, resource),
    variable: variableOf(kind),
    apiFile: apiFileOf(resource, `${folder}${version}/${file}.ts`),
    controllerFile: `src/controller/${folder}${file}-controller.ts`,
    testFile: `test/${folder}${file}-controller.test.ts`,
    stem: isFirst ? lower : `${groupName}_${lower}`,
    controllerName: isFirst ? lower : `${groupName}-${lower}`,
    setupName: `setup${isFirst ? "" : pascalCase(groupName)}${kind}Controller`,
    deployImage: deployImageOptionsOf(project, resource),
  };
}

/** The kinds of the first group have folders of their own version; those of others a folder of their group around them. */
export function isOfFirstGroup({ resources = [] }: Project, group: string): boolean {
  const first = resources.find((resource) => originOf(resource) === "project");
  return first === undefined || first.group === group;
}

function originOf({ core, external }: ProjectResource): KindOrigin {
  if (core === true) return "built-in";
  return external === true ? "external" : "project";
}

/** The core group has no name. */
function groupOf({ core, group, domain }: ProjectResource): string {
  if (core === true && group === "core") return "";
  return domain === undefined || domain === "" ? group : `${group}.${domain}`;
}

function apiFileOf(resource: ProjectResource, place: string): string {
  const origin = originOf(resource);
  if (origin === "project") return `src/api/${place}`;
  return origin === "built-in" || isPackage(resource) ? resource.path! : `src/external/${place}`;
}

/** Whether the type of an external kind is in a package; else, this project has one with the fields that it uses. */
function isPackage({ path = "" }: ProjectResource): boolean {
  return path !== "" && !path.includes("/src/external/");
}

function isFirstOfSeveralVersions({ resources = [] }: Project, { group, kind, version }: ProjectResource): boolean {
  const versions = resources.filter((each) => each.api !== undefined && each.group === group && each.kind === kind);
  return versions.length > 1 && versions[0]!.version === version;
}

/** How one module names another: a file of the project, or one of a package. */
export function importPath(from: string, to: string): string {
  if (!/^(src|test|config)\//.test(to)) return to;
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
