import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { ConfigMap, Pod, Secret, Service } from "@kubewright/api/core/v1";
import { EndpointSlice } from "@kubewright/api/discovery/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import type { Kind, KubeObject, Reader } from "@kubewright/operator";
import { Memcached } from "../../src/api/v1/memcached.ts";

/** All that could be left of a Memcached. */
const kinds: readonly Kind[] = [
  Memcached,
  Deployment,
  ReplicaSet,
  Pod,
  Service,
  EndpointSlice,
  PodDisruptionBudget,
  ConfigMap,
  Secret,
];

/** Fields whose values are by chance. */
const byChance = new Set(["uid", "resourceVersion", "containerID"]);

/** What is in a namespace, without all that is by chance: names that the server made, addresses, uids, versions, times. */
export interface EndState {
  /** By kind and name. */
  readonly objects: Readonly<Record<string, unknown>>;
  /** Of objects, to tell whether those of another moment are the same ones. */
  readonly uids: ReadonlyMap<string, string>;
}

export async function endStateOf(client: Reader, namespace: string): Promise<EndState> {
  const lists = await Promise.all(kinds.map((kind) => client.list(kind, { namespace })));
  const found: KubeObject[] = lists.flatMap(({ items }) => items);
  const objects = found.filter(({ metadata }) => metadata.name !== "kube-root-ca.crt");
  const names = new Map([[namespace, "NAMESPACE"]]);
  for (const { kind, metadata } of objects) {
    if (metadata.generateName !== undefined) names.set(metadata.name, `${metadata.generateName}${kind.toUpperCase()}`);
  }
  const uids = new Map<string, string>();
  const entries = objects.map((object): [string, unknown] => {
    const name = `${object.kind} ${names.get(object.metadata.name) ?? object.metadata.name}`;
    let title = name;
    for (let count = 2; uids.has(title); count++) title = `${name} ${count}`;
    uids.set(title, object.metadata.uid ?? "");
    const { managedFields: _, ...metadata } = object.metadata;
    return [title, stable(isOurs(object) ? object : { ...object, metadata }, names)];
  });
  return { objects: Object.fromEntries(entries), uids };
}

/** Whether the operator writes it: then it counts who has set which field, too. */
function isOurs({ kind }: KubeObject): boolean {
  return !["ReplicaSet", "Pod", "EndpointSlice"].includes(kind);
}

function stable(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return stableText(value, names);
  if (Array.isArray(value)) return value.map((item) => stable(item, names)).sort(byText);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !byChance.has(name));
  return Object.fromEntries(entries.map(([name, member]) => [stableText(name, names), stable(member, names)]));
}

function stableText(text: string, names: ReadonlyMap<string, string>): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return "TIME";
  let result = text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UID")
    .replace(/\b(\d{1,3}\.){3}\d{1,3}\b/g, "ADDRESS");
  for (const [name, placeholder] of names) result = result.replaceAll(name, placeholder);
  return result;
}

/** Conditions and entries of managed fields come in the order in which they were made. */
function byText(one: unknown, other: unknown): number {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
