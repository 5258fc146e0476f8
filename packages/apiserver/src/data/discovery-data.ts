import { readDataText } from "./data-file.ts";

/** What the reference says of a resource or subresource, as in `APIResource`. */
export interface RecordedResource {
  /** `deployments`, `deployments/scale`. */
  readonly name: string;
  /** Empty for subresources. */
  readonly singularName: string;
  readonly namespaced: boolean;
  /** The group of `kind`, where it is not that of the resource. */
  readonly group?: string;
  readonly version?: string;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly storageVersionHash?: string;
}

/** A group as in `APIGroup`. */
export interface RecordedGroup {
  readonly name: string;
  readonly versions: readonly { readonly groupVersion: string; readonly version: string }[];
  readonly preferredVersion: { readonly groupVersion: string; readonly version: string };
}

/** A list of groups as in `APIGroupDiscoveryList`. */
export interface RecordedDiscoveryList {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly items: readonly RecordedDiscoveryGroup[];
}

export interface RecordedDiscoveryGroup {
  readonly metadata: { readonly name?: string };
  readonly versions: readonly {
    readonly version: string;
    readonly freshness?: string;
    readonly resources: readonly Readonly<Record<string, unknown>>[];
  }[];
}

/** The discovery documents of the reference. */
export interface RecordedDiscovery {
  /** In the aggregated form: what `/api` and `/apis` answer. */
  readonly aggregated: { readonly core: RecordedDiscoveryList; readonly groups: RecordedDiscoveryList };
  /** In the other form: what `/apis` answers. */
  readonly groups: { readonly kind: string; readonly apiVersion: string; readonly groups: readonly RecordedGroup[] };
  /** The resources of each version, by `v1`, `apps/v1`. */
  readonly resources: Readonly<Record<string, readonly RecordedResource[]>>;
}

/** Reads the discovery documents. */
export function readDiscovery(): RecordedDiscovery {
  return JSON.parse(readDataText("discovery.json")) as RecordedDiscovery;
}
