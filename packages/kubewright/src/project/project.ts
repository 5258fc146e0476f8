/** What a project was scaffolded with: Kubebuilder's PROJECT file, version 3. Fields that are not named here are kept as they are. */
export interface Project {
  readonly version: "3";
  /** Of the API groups: kinds of the group `cache` are of `cache.example.com`. */
  readonly domain: string;
  /** Begins the names of all that is deployed. */
  readonly projectName: string;
  /** Where the project lives: `github.com/example/memcached-operator`. */
  readonly repo: string;
  /** The version of the tool that made it. */
  readonly cliVersion?: string;
  readonly layout: readonly string[];
  /** Whether there are kinds of several groups. */
  readonly multigroup?: boolean;
  readonly resources?: readonly ProjectResource[];
  /** What plugins want to know again, by their keys. */
  readonly plugins?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** A kind of the project. */
export interface ProjectResource {
  /** Without the domain. */
  readonly group: string;
  /** Absent for some groups of Kubernetes itself, as `apps`. */
  readonly domain?: string;
  readonly version: string;
  readonly kind: string;
  /** Absent: the usual one. */
  readonly plural?: string;
  /** Where the type is, with the project's `repo` before it. */
  readonly path?: string;
  /** Absent: the type is not of this project. */
  readonly api?: { readonly crdVersion: string; readonly namespaced?: boolean };
  readonly controller?: boolean;
  /** Whether the kind is one of Kubernetes itself. */
  readonly core?: boolean;
  /** Whether the kind is that of another project. */
  readonly external?: boolean;
  readonly [field: string]: unknown;
}

/** What the projects of this tool say of themselves in `layout`. */
export const projectLayout = "typescript.kubewright/v1";

/** Group, version and kind are what tells resources apart. */
export function isSameResource(one: ResourceId, other: ResourceId): boolean {
  return one.group === other.group && one.version === other.version && one.kind === other.kind;
}

export type ResourceId = Pick<ProjectResource, "group" | "version" | "kind">;

/** The project with a resource more, or with what is new about one that it has. */
export function withResource(project: Project, resource: ProjectResource): Project {
  const resources = project.resources ?? [];
  const at = resources.findIndex((known) => isSameResource(known, resource));
  const next = at < 0 ? [...resources, resource] : resources.with(at, { ...resources[at], ...resource });
  const own = next.filter(({ core, external }) => core !== true && external !== true);
  const isMultigroup = new Set(own.map(({ group }) => group)).size > 1;
  return { ...project, ...(isMultigroup && { multigroup: true }), resources: next };
}
