import { knownAnnotation } from "../../../resource/known-annotation.ts";
import type { ApiObject } from "../../../resource-object.ts";

/** A field of the reference's own form of the kind, which it shows as an annotation only together with the object. */
const hiddenAnnotation = knownAnnotation.templateGeneration;

/** What is shown of an object to who asked for its metadata only. */
export function partialMetadataOf(object: ApiObject, version: string): ApiObject {
  return { kind: "PartialObjectMetadata", apiVersion: `meta.k8s.io/${version}`, metadata: shownMetadata(object) };
}

function shownMetadata({ metadata }: ApiObject): ApiObject["metadata"] {
  if (metadata.annotations?.[hiddenAnnotation] === undefined) return metadata;
  const { [hiddenAnnotation]: _hidden, ...annotations } = metadata.annotations;
  const { annotations: _all, ...rest } = metadata;
  return Object.keys(annotations).length === 0 ? rest : { ...rest, annotations };
}
