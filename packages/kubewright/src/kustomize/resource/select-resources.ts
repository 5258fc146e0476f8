import { ApiError, Selector } from "@kubewright/api";
import { KustomizationError } from "../kustomization-error.ts";
import type { KindId } from "./kind-id.ts";
import type { Resource } from "./resource.ts";
import { effectiveNamespace, type ResourceId } from "./resource-id.ts";

/** Which objects a patch or replacement is for; what is not said stands for any. Texts of ids are regular expressions. */
export interface ResourceSelector extends Partial<KindId> {
  readonly name?: string;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly annotationSelector?: string;
}

/** Whether an object is one that a selector means, by its name now or in its file. */
export function selects(selector: ResourceSelector, resource: Resource): boolean {
  const ids = [resource.originalId, resource.id];
  return (
    ids.some((id) => matches(selector.namespace, effectiveNamespace(id))) &&
    ids.some((id) => matches(selector.name, id.name)) &&
    matchesKind(selector, resource.id) &&
    selectsTexts(selector, resource)
  );
}

/** Whether an id is one that a selector means, whatever the object's labels. */
export function selectsId(selector: ResourceSelector, id: ResourceId): boolean {
  return matchesKind(selector, id) && matches(selector.name, id.name) && matches(selector.namespace, id.namespace);
}

/** Whether an object has the labels and annotations that a selector asks for. */
export function selectsTexts(
  { labelSelector = "", annotationSelector = "" }: ResourceSelector,
  resource: Resource,
): boolean {
  return (
    parseSelector(labelSelector).matches(resource.labels) &&
    parseSelector(annotationSelector).matches(resource.annotations)
  );
}

function matchesKind({ group, version, kind }: ResourceSelector, id: KindId): boolean {
  return matches(group, id.group) && matches(version, id.version) && matches(kind, id.kind);
}

function matches(pattern: string | undefined, text: string): boolean {
  if (pattern === undefined || pattern === "") return true;
  try {
    return new RegExp(`^(?:${pattern})$`).test(text);
  } catch (error) {
    throw new KustomizationError(`"${pattern}" is no regular expression`, { cause: error });
  }
}

function parseSelector(text: string): Selector {
  try {
    return Selector.parse(text);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new KustomizationError(`"${text}" is no selector of labels: ${error.message}`, { cause: error });
  }
}
