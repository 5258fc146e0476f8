import { ManualClock } from "@kubewright/api";
import type { Resource } from "../../src/resource/resource.ts";
import { ResourceCatalog } from "../../src/resource/resource-catalog.ts";
import type { ApiObject } from "../../src/resource-object.ts";
import { MemoryStore } from "../../src/storage/memory-store.ts";
import { type ListOptions, parseListOptions } from "../../src/verb/read/list-options.ts";
import type { WatchState } from "../../src/verb/read/watch-objects.ts";

/** Pods that can be selected by node: only what reading needs of a resource. */
export const pods = {
  group: "",
  version: "v1",
  resource: "pods",
  kind: "Pod",
  isNamespaced: true,
  collection: "pods",
  selectors: {
    names: ["spec.nodeName"],
    valuesOf: (object: ApiObject) => ({
      "spec.nodeName": String((object.spec as { nodeName?: string } | undefined)?.nodeName ?? ""),
    }),
    unsupportedText: (name: string) => `field label not supported: ${name}`,
  },
  codec: {
    decodePlain: (value: unknown) => ({
      object: { ...(value as ApiObject), spec: { containers: null } },
      problems: [],
    }),
  },
  subresources: new Map(),
  fromStored: (stored: ApiObject) => stored,
} as unknown as Resource;

/** A store with its clock, and pods in the catalog. */
export interface ReadState extends WatchState {
  readonly store: MemoryStore;
  readonly clock: ManualClock;
}

export function newState(): ReadState {
  const catalog = new ResourceCatalog();
  catalog.add(pods);
  return { store: new MemoryStore(), clock: new ManualClock(), random: (length) => new Uint8Array(length), catalog };
}

export function pod(key: string, fields: { labels?: Record<string, string>; nodeName?: string } = {}): ApiObject {
  const [namespace, name] = key.split("/") as [string, string];
  const { labels, nodeName } = fields;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { namespace, name, ...(labels && { labels }) },
    spec: { ...(nodeName !== undefined && { nodeName }) },
  };
}

/** Writes the next state of a pod, whatever the present one is. */
export function put({ store }: ReadState, object: ApiObject): void {
  const { namespace = "", name } = object.metadata;
  const present = store.get("pods", namespace, name);
  if (present === undefined) store.create("pods", object);
  else store.update("pods", object, present.revision);
}

export function remove({ store }: ReadState, key: string): void {
  const [namespace, name] = key.split("/") as [string, string];
  store.delete("pods", namespace, name, store.get("pods", namespace, name)!.revision);
}

/** The options that a query says. */
export function optionsOf(query: Readonly<Record<string, string>>): ListOptions {
  return parseListOptions(new URLSearchParams(query), pods);
}

/** `namespace/name@version`. */
export function textOf({ metadata: { namespace, name, resourceVersion } }: ApiObject): string {
  return `${namespace}/${name}@${resourceVersion}`;
}
