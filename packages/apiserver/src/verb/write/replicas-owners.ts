import { formatApiVersion } from "@kubewright/api";
import { parentManagedFields, type ReplicasPaths, scaleManagedFields } from "@kubewright/api/server";
import type { ResourceCatalog } from "../../resource/resource-catalog.ts";
import type { ApiObject } from "../../resource-object.ts";
import type { Endpoint } from "./endpoint.ts";

// Who owns the replicas of an object owns those of its Scale, and the other way round.

/** The view, with the owners of the object's replicas if it is a Scale. */
export function showOwners(
  catalog: ResourceCatalog,
  endpoint: Endpoint,
  view: ApiObject,
  object: ApiObject,
): ApiObject {
  if (endpoint.view?.replicasPath === undefined) return view;
  const managedFields = scaleManagedFields(object.metadata.managedFields ?? [], pathsOf(catalog, endpoint));
  return { ...view, metadata: { ...view.metadata, managedFields } };
}

/** Gives the object the owners of a Scale that was written, in place. */
export function writeBackOwners(
  catalog: ResourceCatalog,
  endpoint: Endpoint,
  object: ApiObject,
  view: ApiObject,
  old: ApiObject,
): void {
  if (endpoint.view?.replicasPath === undefined) return;
  const managedFields = parentManagedFields(
    old.metadata.managedFields ?? [],
    view.metadata.managedFields ?? [],
    formatApiVersion(endpoint.resource),
    pathsOf(catalog, endpoint),
  );
  if (managedFields.length > 0) object.metadata.managedFields = managedFields;
  else delete object.metadata.managedFields;
}

/** Where the versions of the resource have their replicas. */
function pathsOf(catalog: ResourceCatalog, { resource, subresource }: Endpoint): ReplicasPaths {
  const versions = catalog.all().filter(({ collection }) => collection === resource.collection);
  return new Map(
    versions.map((version) => {
      const view = version.subresources.get(subresource);
      return [formatApiVersion(version), view?.type === "view" ? view.replicasPath : undefined];
    }),
  );
}
