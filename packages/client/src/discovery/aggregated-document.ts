import type { Scope } from "@kubewright/api";
import type { ResourceMapping } from "./discovery.ts";
import type { ServedVersion } from "./served-version.ts";

/** Asks for one document with all groups; a server that has none answers with the one it has. */
export const discoveryAccept: string = [
  "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
  "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList",
  "application/json",
].join(",");

/** All groups in one document, most wanted first, and so the versions of each. */
export interface AggregatedDocument {
  readonly kind: "APIGroupDiscoveryList";
  readonly items?: readonly AggregatedGroup[] | null;
}

interface AggregatedGroup {
  /** The core group has no name. */
  readonly metadata?: { readonly name?: string };
  readonly versions?: readonly AggregatedVersion[] | null;
}

interface AggregatedVersion {
  readonly version: string;
  readonly resources?: readonly AggregatedResource[] | null;
  /** `Stale` when the server behind the group did not answer. */
  readonly freshness?: string;
}

interface AggregatedResource {
  readonly resource: string;
  /** Absent when only subresources are served. */
  readonly responseKind?: { readonly kind?: string } | null;
  readonly scope?: Scope;
  readonly singularResource?: string;
  readonly verbs?: readonly string[] | null;
  readonly shortNames?: readonly string[] | null;
  readonly categories?: readonly string[] | null;
  readonly subresources?: readonly { readonly subresource: string }[] | null;
}

export function isAggregatedDocument(document: object): document is AggregatedDocument {
  return "kind" in document && document.kind === "APIGroupDiscoveryList";
}

/** What the document tells, in its order. */
export function versionsInAggregated(document: AggregatedDocument): ServedVersion[] {
  return (document.items ?? []).flatMap(({ metadata, versions }) => {
    const group = metadata?.name ?? "";
    return (versions ?? []).map(({ version, resources, freshness }) => ({
      group,
      version,
      resources: (resources ?? []).flatMap((resource) => mappingOf(group, version, resource)),
      ...(freshness === "Stale" && { problem: "the server that serves this group did not answer the API server" }),
    }));
  });
}

function mappingOf(group: string, version: string, described: AggregatedResource): ResourceMapping[] {
  const kind = described.responseKind?.kind;
  if (kind === undefined || kind === "") return [];
  return [
    {
      group,
      version,
      kind,
      resource: described.resource,
      scope: described.scope ?? "Namespaced",
      verbs: described.verbs ?? [],
      singular: described.singularResource || kind.toLowerCase(),
      shortNames: described.shortNames ?? [],
      categories: described.categories ?? [],
      subresources: (described.subresources ?? []).map(({ subresource }) => subresource),
    },
  ];
}
