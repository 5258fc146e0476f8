import { isSameResource, type Project, type ResourceId } from "./project.ts";

/** What the plugin deploy-image was told about a kind. */
export interface DeployImageOptions {
  readonly image: string;
  /** Program and arguments; absent: the image's own. */
  readonly containerCommand?: readonly string[];
  readonly containerPort?: number;
  readonly runAsUser?: number;
}

/** Under which the PROJECT file keeps it, as Kubebuilder does. */
export const deployImageKey = "deploy-image.go.kubebuilder.io/v1-alpha";

/** As the PROJECT file has it: all values are texts. */
interface StoredResource extends ResourceId {
  readonly domain: string;
  readonly options: {
    readonly image: string;
    readonly containerCommand?: string;
    readonly containerPort?: string;
    readonly runAsUser?: string;
  };
}

/** What a kind deploys; undefined for a kind of another sort. */
export function deployImageOptionsOf(project: Project, id: ResourceId): DeployImageOptions | undefined {
  const stored = storedIn(project).find((resource) => isSameResource(resource, id));
  if (stored === undefined) return undefined;
  const { image, containerCommand = "", containerPort = "", runAsUser = "" } = stored.options;
  return {
    image,
    ...(containerCommand !== "" && { containerCommand: containerCommand.split(",") }),
    ...(containerPort !== "" && { containerPort: Number(containerPort) }),
    ...(runAsUser !== "" && { runAsUser: Number(runAsUser) }),
  };
}

/** The project with what a kind deploys. */
export function withDeployImageOptions(project: Project, id: ResourceId, options: DeployImageOptions): Project {
  const { group, version, kind } = id;
  const { image, containerCommand, containerPort, runAsUser } = options;
  const stored: StoredResource = {
    ...{ domain: project.domain, group, kind, version },
    options: {
      ...(containerCommand !== undefined && { containerCommand: containerCommand.join(",") }),
      ...(containerPort !== undefined && { containerPort: String(containerPort) }),
      image,
      ...(runAsUser !== undefined && { runAsUser: String(runAsUser) }),
    },
  };
  const others = storedIn(project).filter((resource) => !isSameResource(resource, id));
  return { ...project, plugins: { ...project.plugins, [deployImageKey]: { resources: [...others, stored] } } };
}

function storedIn(project: Project): readonly StoredResource[] {
  return (project.plugins?.[deployImageKey] as { resources?: readonly StoredResource[] } | undefined)?.resources ?? [];
}
