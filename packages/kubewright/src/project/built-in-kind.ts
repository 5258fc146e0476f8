import type { Kind } from "@kubewright/api";
import type { ResourceId } from "./project.ts";

/** A kind that every cluster has. */
export interface BuiltInKind {
  /** What follows the group's name and a dot: `k8s.io`; empty for groups such as `apps`. */
  readonly domain: string;
  readonly plural: string;
  /** The module that has the type. */
  readonly module: string;
}

/** The kind of Kubernetes itself that has these names, with `core` for the group without one; undefined when there is none. */
export async function findBuiltInKind({ group, version, kind }: ResourceId): Promise<BuiltInKind | undefined> {
  const path = `@kubewright/api/${group}/${version}`;
  const module = await import(path).catch(() => undefined);
  const found = (module as Record<string, Partial<Kind> | undefined> | undefined)?.[kind];
  if (found?.kind !== kind || found.group === undefined || found.plural === undefined) return undefined;
  return { domain: found.group.split(".").slice(1).join("."), plural: found.plural, module: path };
}
