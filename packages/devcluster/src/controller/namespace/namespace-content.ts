import {
  type Clock,
  formatApiVersion,
  isMethodNotSupported,
  isNotFound,
  type Kind,
  type MetadataObject,
  metadataOf,
} from "@kubewright/api";
import { Pod } from "@kubewright/api/core/v1";
import type { Client, ResourceMapping } from "@kubewright/client";
import { type DeletableResource, deletableResources } from "../deletable-resources.ts";
import type { DeletionFindings } from "./namespace-conditions.ts";
import { staleGroups } from "./stale-groups.ts";

export interface NamespaceContentOptions {
  /** Asks the server each time. */
  readonly client: Client;
  readonly namespace: string;
  /** When the namespace was deleted, in milliseconds since 1970. */
  readonly deletedMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** How far the deletion of the content of a namespace has come. */
export interface ContentDeletion {
  /** How long what is left may take. Zero, if there are no errors either: nothing is left. */
  readonly estimateSeconds: number;
  /** What went wrong, for the log. */
  readonly errors: readonly string[];
  readonly findings: DeletionFindings;
}

/** What is left of one resource. */
interface Left {
  readonly estimateSeconds: number;
  readonly count: number;
  readonly finalizers: readonly string[];
  readonly failure?: string;
}

/** How long finalizers are given. */
const finalizerSeconds = 15;

/** Deletes everything in a namespace: pods first, and the rest when these are gone. */
export async function deleteContent(options: NamespaceContentOptions): Promise<ContentDeletion> {
  const { client, namespace, signal } = options;
  const stale = await staleGroups(client, { signal });
  const isStale = (mapping: ResourceMapping): boolean =>
    stale.some(({ group, version }) => group === mapping.group && version === mapping.version);
  const resources = (await deletableResources(client, ["delete"], { signal })).filter(
    ({ mapping }) => mapping.scope === "Namespaced" && !isStale(mapping),
  );
  const discoveryFailure = failureOf(stale.map(formatApiVersion));
  const errors = discoveryFailure === undefined ? [] : [discoveryFailure];
  const failures: string[] = [];
  const remaining = new Map<string, number>();
  const finalizers = new Map<string, number>();
  let estimateSeconds = 0;
  const take = ({ mapping }: DeletableResource, left: Left): void => {
    estimateSeconds = Math.max(estimateSeconds, left.estimateSeconds);
    if (left.failure !== undefined) failures.push(left.failure);
    if (left.count > 0) remaining.set(`${mapping.resource}.${mapping.group}`, left.count);
    for (const finalizer of left.finalizers) finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
  };
  const pods = resources.find(isPods);
  if (pods !== undefined) {
    take(pods, await deleteAll(pods, options));
    errors.push(...failures.map((failure) => `failed to delete pods for namespace: ${namespace}, err: ${failure}`));
    if (remaining.size > 0) {
      // As the reference has it, conditions do not tell of pods that are left.
      const findings = { discoveryFailure, failures, remaining: new Map(), finalizers: new Map() };
      return { estimateSeconds, errors, findings };
    }
  }
  for (const resource of resources) if (!isPods(resource)) take(resource, await deleteAll(resource, options));
  return {
    estimateSeconds,
    errors: [...errors, ...failures],
    findings: { discoveryFailure, failures, remaining, finalizers },
  };
}

async function deleteAll(resource: DeletableResource, options: NamespaceContentOptions): Promise<Left> {
  let estimateSeconds = 0;
  const none = { count: 0, finalizers: [] };
  try {
    if (isPods(resource)) estimateSeconds = await graceOfPods(options);
    if (!(await deleteTogether(resource, options))) await deleteEach(resource, options);
    const items = await list(resource.kind, options);
    if (items.length === 0) return { ...none, estimateSeconds: 0 };
    const finalizers = items.flatMap(({ metadata }) => metadata.finalizers ?? []);
    const left = { count: items.length, finalizers, estimateSeconds };
    if (estimateSeconds > 0) return left;
    if (finalizers.length > 0) return { ...left, estimateSeconds: finalizerSeconds };
    const { group, version, resource: plural } = resource.mapping;
    const failure = `unexpected items still remain in namespace: ${options.namespace} for gvr: ${group}/${version}, Resource=${plural}`;
    return { ...left, failure };
  } catch (error) {
    options.signal.throwIfAborted();
    return { ...none, estimateSeconds, failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Says whether the resource can be deleted together. */
async function deleteTogether(
  { kind, mapping }: DeletableResource,
  options: NamespaceContentOptions,
): Promise<boolean> {
  const { client, namespace, signal } = options;
  if (!mapping.verbs.includes("deletecollection")) return false;
  try {
    await client.deleteAllOf(kind, { namespace, propagationPolicy: "Background", signal });
    return true;
  } catch (error) {
    if (isMethodNotSupported(error) || isNotFound(error)) return false;
    throw error;
  }
}

async function deleteEach({ kind }: DeletableResource, options: NamespaceContentOptions): Promise<void> {
  const { client, namespace, signal } = options;
  for (const { metadata } of await list(kind, options)) {
    try {
      const key = { namespace, name: metadata.name };
      await client.delete(kind, key, { propagationPolicy: "Background", signal });
    } catch (error) {
      if (!isMethodNotSupported(error) && !isNotFound(error)) throw error;
    }
  }
}

/** What is there; nothing of a resource that cannot be listed. */
async function list(kind: Kind, { client, namespace, signal }: NamespaceContentOptions): Promise<MetadataObject[]> {
  try {
    return (await client.list(metadataOf(kind), { namespace, signal })).items;
  } catch (error) {
    if (isMethodNotSupported(error) || isNotFound(error)) return [];
    throw error;
  }
}

/** The longest grace period of pods that have not ended; zero when it is over. */
async function graceOfPods({ client, namespace, deletedMs, clock, signal }: NamespaceContentOptions): Promise<number> {
  const { items } = await client.list(Pod, { namespace, signal });
  const graces = items
    .filter(({ status }) => status?.phase !== "Succeeded" && status?.phase !== "Failed")
    .map(({ spec }) => Number(spec?.terminationGracePeriodSeconds ?? 0));
  const longest = Math.max(0, ...graces);
  return clock.now() - deletedMs >= longest * 1000 ? 0 : longest;
}

function failureOf(stale: readonly string[]): string | undefined {
  if (stale.length === 0) return undefined;
  const texts = stale.map((groupVersion) => `${groupVersion}: stale GroupVersion discovery: ${groupVersion}`).sort();
  const list = `unable to retrieve the complete list of server APIs: ${texts.join(", ")}`;
  return `Discovery failed for some groups, ${stale.length} failing: ${list}`;
}

function isPods({ mapping: { group, version, resource } }: DeletableResource): boolean {
  return group === "" && version === "v1" && resource === "pods";
}
