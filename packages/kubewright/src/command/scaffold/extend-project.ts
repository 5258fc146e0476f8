import { CommandError, exitCodes } from "../../errors.ts";
import { findBuiltInKind } from "../../project/built-in-kind.ts";
import { deployImageOptionsOf, withDeployImageOptions } from "../../project/deploy-image-options.ts";
import { namingRules } from "../../project/naming-rule.ts";
import {
  isSameResource,
  type Project,
  type ProjectResource,
  type ResourceId,
  withResource,
} from "../../project/project.ts";
import { isOfFirstGroup } from "../../scaffold/kind-context.ts";
import { type DeployImageFlags, deployImageFlags, refuseUnfit } from "./deploy-image-flags.ts";
import type { Questions } from "./questions.ts";

/** The flags that say which kind is meant, and what of it. */
export interface KindFlags extends DeployImageFlags {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly plural?: string;
  readonly resource?: boolean;
  readonly controller?: boolean;
  readonly namespaced?: boolean;
  readonly externalApiDomain?: string;
  readonly externalApiPath?: string;
}

/** A project with a kind more, or with more of a kind. */
export interface ExtendedProject {
  readonly project: Project;
  readonly resource: ProjectResource;
  /** The kind in versions that were there before. */
  readonly otherVersions: readonly ProjectResource[];
}

/** The project with the kind that the flags and the user name. Throws CommandError for what cannot be. */
export async function extendProject(
  project: Project,
  flags: KindFlags,
  questions: Questions,
): Promise<ExtendedProject> {
  const deployImage = deployImageFlags(flags);
  const id = await idOf(flags, questions);
  if (flags.plural !== undefined) await questions.name("plural", flags.plural, "Plural");
  const known = project.resources?.find((resource) => isSameResource(resource, id));
  const otherVersions = (project.resources ?? []).filter(
    ({ api, group, kind, version }) =>
      api !== undefined && group === id.group && kind === id.kind && version !== id.version,
  );
  const shared = sharedOf(id, flags, known ?? otherVersions[0]);
  const hasApi = await questions.yesOrNo(flags.resource, "Write the type (resource)");
  if (hasApi && (known?.core === true || known?.external === true)) {
    refuse(
      `${id.kind} of ${id.group} ${id.version} has a controller here as a kind of ${known.core === true ? "Kubernetes" : "another project"}: its type is not written here; add --resource=false`,
    );
  }
  const hasController = await wantsController(id, flags, otherVersions, questions);
  if (deployImage !== undefined) refuseUnfit(id.kind, shared.isNamespaced);
  if (!hasApi && !hasController) {
    refuse("--resource=false and --controller=false: nothing is left to do; leave one of them out");
  }
  const isOwn = hasApi || known?.api !== undefined;
  if (isOwn) refuseExternalFlags(flags);
  const resource: ProjectResource = {
    ...known,
    ...(hasApi && { api: { crdVersion: "v1", namespaced: shared.isNamespaced } }),
    ...((hasController || known?.controller === true) && { controller: true }),
    ...id,
    ...(shared.plural !== undefined && { plural: shared.plural }),
    ...(isOwn
      ? { domain: project.domain, path: known?.path ?? ownPath(project, id) }
      : known?.path === undefined && (await foreignFields(project, id, flags))),
  };
  const next = withResource(project, resource);
  // What the kind deploys in another version, it deploys in this one: its fields are the same.
  const deployed = [resource, ...otherVersions].map((version) => deployImageOptionsOf(project, version));
  const isDeploying = deployImage ?? deployed.find((options) => options !== undefined);
  return {
    project: isDeploying === undefined ? next : withDeployImageOptions(next, resource, isDeploying),
    resource: next.resources!.find((each) => isSameResource(each, resource))!,
    otherVersions,
  };
}

async function idOf(flags: KindFlags, questions: Questions): Promise<ResourceId> {
  const usualVersion = flags.group === undefined ? "v1alpha1" : undefined;
  return {
    group: await questions.name("group", flags.group, "Group, as cache"),
    version: await questions.name("version", flags.version, "Version", usualVersion),
    kind: await questions.name("kind", flags.kind, "Kind, as Memcached"),
  };
}

/** What is the same in all versions of a kind. */
function sharedOf(
  { kind }: ResourceId,
  { namespaced, plural }: KindFlags,
  known: ProjectResource | undefined,
): { readonly isNamespaced: boolean; readonly plural?: string | undefined } {
  const knownScope = known?.api?.namespaced;
  if (known?.api !== undefined && namespaced !== undefined && namespaced !== (knownScope ?? true)) {
    refuse(
      `--namespaced=${namespaced}: ${kind} of ${known.version} is${knownScope === false ? " not" : ""} in namespaces, and all versions of a kind are alike`,
    );
  }
  if (known?.api !== undefined && plural !== undefined && known.plural !== undefined && plural !== known.plural) {
    refuse(`--plural ${plural}: ${kind} of ${known.version} has the plural ${known.plural}, and a kind has one`);
  }
  return { isNamespaced: namespaced ?? knownScope ?? true, plural: plural ?? known?.plural };
}

/** One controller is for all versions of a kind: of another version, none is made unless it is asked for, and then it is refused. */
async function wantsController(
  { kind }: ResourceId,
  { controller }: KindFlags,
  otherVersions: readonly ProjectResource[],
  questions: Questions,
): Promise<boolean> {
  const other = otherVersions.find((version) => version.controller === true);
  if (other === undefined) return await questions.yesOrNo(controller, "Write the controller");
  if (controller === true) {
    refuse(
      `${kind} of ${other.version} has a controller already, and one is enough for all versions; leave --controller out`,
    );
  }
  return false;
}

function ownPath(project: Project, { group, version }: ResourceId): string {
  return `${project.repo}/${isOfFirstGroup(project, group) ? "src/api" : `src/api/${group}`}/${version}`;
}

/** For a kind whose type is not this project's. */
async function foreignFields(
  project: Project,
  id: ResourceId,
  { externalApiDomain: domain, externalApiPath: path, plural, plugins }: KindFlags,
): Promise<Partial<ProjectResource>> {
  const { group, version, kind } = id;
  if (plugins !== undefined)
    refuse("--resource=false: what deploys an image needs a type of its own; leave the flag out");
  if (domain !== undefined) {
    if (!namingRules.domain.test(domain)) {
      refuse(
        `--external-api-domain ${JSON.stringify(domain)}: it ${namingRules.domain.rule}, as io for cert-manager.io`,
      );
    }
    const place = path ?? `${project.repo}/src/external/${group}/${version}`;
    return { external: true, domain, path: place };
  }
  if (path !== undefined)
    refuse("--external-api-path needs --external-api-domain, as --external-api-domain io for cert-manager.io");
  const builtIn = await findBuiltInKind(id);
  if (builtIn === undefined) {
    refuse(
      `--resource=false: neither this project nor Kubernetes ${version} of the group ${group} has a kind ${kind}. To write the type, leave the flag out; for a kind of another project, add the domain of its group, as --group cert-manager --external-api-domain io`,
    );
  }
  const { module } = builtIn;
  return {
    core: true,
    ...(builtIn.domain !== "" && { domain: builtIn.domain }),
    plural: plural ?? builtIn.plural,
    path: module,
  };
}

function refuseExternalFlags({ externalApiDomain, externalApiPath }: KindFlags): void {
  if (externalApiDomain === undefined && externalApiPath === undefined) return;
  const flag = externalApiDomain === undefined ? "--external-api-path" : "--external-api-domain";
  refuse(`${flag} is for a kind of another project, whose type is not written here; add --resource=false`);
}

function refuse(message: string): never {
  throw new CommandError(message, { exitCode: exitCodes.usage });
}
