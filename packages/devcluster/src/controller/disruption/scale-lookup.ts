import {
  controllerOf,
  type ExactObjectKey,
  formatApiVersion,
  isNotFound,
  type KubeObject,
  type OwnerReference,
  parseApiVersion,
} from "@kubewright/api";
import type { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import type { Pod } from "@kubewright/api/core/v1";
import { ClientError, type ResourceMapping } from "@kubewright/client";
import type { ReconcileContext } from "@kubewright/runtime";
import { kindOf } from "../deletable-resources.ts";

export interface ScaleLookupOptions {
  replicaSet(key: ExactObjectKey): ReplicaSet | undefined;
  deployment(key: ExactObjectKey): Deployment | undefined;
}

/** How many pods controllers want. */
interface Scale {
  /** Whose: the Deployment's, where that manages the ReplicaSet of a pod. */
  readonly uid: string;
  readonly replicas: number;
}

interface ScaleObject extends KubeObject {
  readonly spec?: { readonly replicas?: number };
}

type Context = Pick<ReconcileContext, "client" | "signal">;

/** Finds how many pods there should be. */
export class ScaleLookup {
  readonly #options: ScaleLookupOptions;

  constructor(options: ScaleLookupOptions) {
    this.#options = options;
  }

  /**
   * How many pods the controllers of some pods want together, and which pods have none. Rejects when a pod's controller is not there, or is
   * of a kind without a scale.
   */
  async sum(pods: readonly Pod[], context: Context): Promise<{ scale: number; unmanaged: readonly Pod[] }> {
    const unmanaged: Pod[] = [];
    const seen = new Set<string>();
    const replicas = new Map<string, number>();
    for (const pod of pods) {
      const owner = controllerOf(pod);
      if (owner === undefined) {
        unmanaged.push(pod);
        continue;
      }
      if (seen.has(owner.uid)) continue;
      seen.add(owner.uid);
      const { namespace = "", name } = pod.metadata;
      const scale = this.#known(owner, namespace) ?? (await askScale(owner, namespace, context));
      if (scale === undefined) throw new Error(`found no controllers for pod ${JSON.stringify(name)}`);
      replicas.set(scale.uid, scale.replicas);
    }
    return { scale: [...replicas.values()].reduce((sum, count) => sum + count, 0), unmanaged };
  }

  /** Of a ReplicaSet or its Deployment, without asking the server. */
  #known(owner: OwnerReference, namespace: string): Scale | undefined {
    if (!isOfApps(owner, "ReplicaSet")) return undefined;
    const set = this.#options.replicaSet({ namespace, name: owner.name });
    if (set === undefined || set.metadata.uid !== owner.uid) return undefined;
    const manager = controllerOf(set);
    if (manager?.kind !== "Deployment") return scaleOf(owner.uid, set.spec.replicas);
    if (!isOfApps(manager, "Deployment")) return undefined;
    const deployment = this.#options.deployment({ namespace, name: manager.name });
    return deployment?.metadata.uid === manager.uid ? scaleOf(manager.uid, deployment.spec.replicas) : undefined;
  }
}

function isOfApps({ apiVersion, kind }: OwnerReference, wanted: string): boolean {
  const { group } = parseApiVersion(apiVersion);
  return kind === wanted && (group === "apps" || group === "extensions");
}

function scaleOf(uid: string, replicas: number | undefined): Scale {
  return { uid, replicas: replicas ?? 1 };
}

/** What the server says of any controller that has a scale. Undefined when it is not there. */
async function askScale(
  owner: OwnerReference,
  namespace: string,
  { client, signal }: Context,
): Promise<Scale | undefined> {
  const mapping = await mappingOf(owner, { client, signal });
  if (!mapping.subresources.includes("scale")) {
    const { group, resource } = mapping;
    throw new Error(`${group === "" ? resource : `${resource}.${group}`} does not implement the scale subresource`);
  }
  try {
    const key = mapping.scope === "Namespaced" ? { namespace, name: owner.name } : { name: owner.name };
    const scale = await client.live.subresource("scale").get<ScaleObject>(kindOf(mapping), key, { signal });
    return scale.metadata.uid === owner.uid ? { uid: owner.uid, replicas: scale.spec?.replicas ?? 0 } : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function mappingOf({ apiVersion, kind }: OwnerReference, { client, signal }: Context): Promise<ResourceMapping> {
  const version = parseApiVersion(apiVersion);
  try {
    return await client.discovery.resourceFor({ ...version, kind }, { signal });
  } catch (error) {
    if (!(error instanceof ClientError && error.code === "UNKNOWN_KIND")) throw error;
    const text = `no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(formatApiVersion(version))}`;
    throw new Error(text, { cause: error });
  }
}
