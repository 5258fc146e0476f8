import type { ApiObject } from "../../resource-object.ts";

/** What is shown of an object to who asked for its metadata only. */
export function partialMetadataOf(object: ApiObject, version: string): ApiObject {
  return { kind: "PartialObjectMetadata", apiVersion: `meta.k8s.io/${version}`, metadata: object.metadata };
}
