import { ApiError, applyJsonPatch, type JsonPatchOperation } from "@kubewright/api";
import { problemIn } from "../kustomization-error.ts";
import { absent } from "../merge/maybe-value.ts";
import { strategicMerge } from "../merge/strategic-merge.ts";
import { readResources, textAnnotations } from "../resource/read-resources.ts";
import { Resource } from "../resource/resource.ts";
import type { ResourceList } from "../resource/resource-list.ts";
import { type ResourceSelector, selects } from "../resource/select-resources.ts";
import { readYaml } from "../yaml/read-yaml.ts";
import { copyValue, fromJson, isEmpty, isMapping, type Mapping, newMapping, toJson } from "../yaml/value.ts";

/** Stands for the annotations in which the reference has its notes. */
const notes = "internal.config.kubernetes.io/notes";

/** A patch whose text is there. */
export interface LoadedPatch {
  readonly text: string;
  /** For messages: its file, or the place in the kustomization. */
  readonly source: string;
  readonly target?: ResourceSelector | undefined;
  readonly allowNameChange?: boolean;
  readonly allowKindChange?: boolean;
}

/** Applies one of `patches`: a strategic merge patch or a JSON patch, whichever it is. */
export function applyPatch(resources: ResourceList, patch: LoadedPatch): void {
  const operations = jsonOperations(patch);
  if (operations !== undefined) applyOperations(resources, patch, operations, true);
  else applyMerges(resources, patch, readResources(patch.text, patch.source));
}

/** Applies one of `patchesJson6902`. */
export function applyJson6902(resources: ResourceList, patch: LoadedPatch): void {
  const operations = jsonOperations(patch);
  if (operations === undefined || operations.length === 0)
    throw problemIn(patch.source, "is no JSON patch, a list of operations");
  applyOperations(resources, patch, operations, false);
}

/** Applies those of `patchesStrategicMerge`. Tells how many there were. */
export function applyStrategicMerge(resources: ResourceList, { text, source }: LoadedPatch): number {
  const patches = readResources(text, source);
  for (const patch of patches) {
    const target = only(resources, patch, source);
    mergeInto(target, withTargetKind(patch, target), source, {});
    resources.dropEmpty();
    resources.requireUnique();
  }
  return patches.length;
}

/** The operations of a JSON patch; undefined for a text that is none. */
function jsonOperations({ text, source }: LoadedPatch): JsonPatchOperation[] | undefined {
  const [document] = readYaml(text, source, "settings");
  if (!Array.isArray(document)) return undefined;
  return document.map((operation, index) => {
    if (!isMapping(operation) || typeof operation.op !== "string" || typeof operation.path !== "string") {
      throw problemIn(source, `operation ${index + 1} of the JSON patch has no "op" or no "path"`);
    }
    return toJson(operation) as JsonPatchOperation;
  });
}

function applyMerges(resources: ResourceList, patch: LoadedPatch, merges: readonly Resource[]): void {
  const { source, target } = patch;
  if (target === undefined) {
    for (const merge of merges) mergeInto(only(resources, merge, source), merge, source, patch);
    return;
  }
  const [merge, another] = merges;
  if (another !== undefined) throw problemIn(source, 'has more than one patch, which cannot have a common "target"');
  if (merge === undefined) return;
  for (const resource of resources.all.filter((one) => selects(target, one))) {
    mergeInto(resource, withTargetKind(merge, resource), source, patch);
  }
  resources.dropEmpty();
  resources.requireUnique();
}

function only(resources: ResourceList, patch: Resource, source: string): Resource {
  try {
    return resources.only(patch.originalId);
  } catch (error) {
    throw problemIn(source, `has no target: ${(error as Error).message}`, error);
  }
}

/** A patch for objects that a selector found has their version, and labels that are texts. */
function withTargetKind(patch: Resource, target: Resource): Resource {
  const copy = new Resource(copyValue(patch.object));
  copy.setTexts("labels", copy.labels);
  copy.setTexts("annotations", copy.annotations);
  copy.object.apiVersion = target.apiVersion;
  return copy;
}

function mergeInto(
  resource: Resource,
  patch: Resource,
  source: string,
  { allowNameChange = false, allowKindChange = false }: Pick<LoadedPatch, "allowNameChange" | "allowKindChange">,
): void {
  const { name, namespace, kind } = resource;
  const copy = new Resource(copyValue(patch.object));
  if (allowNameChange || allowKindChange) {
    resource.rememberName();
    // The reference notes the option in the patch's annotations, which makes texts of them.
    copy.setTexts("annotations", copy.annotations);
  }
  resource.setTexts("annotations", { ...resource.annotations, [notes]: "" });
  let merged: Mapping | typeof absent;
  try {
    merged = strategicMerge(resource.object, copy.object);
  } catch (error) {
    throw problemIn(source, (error as Error).message, error);
  }
  resource.object = merged === absent ? newMapping() : merged;
  takeNotes(resource);
  if (isEmpty(resource.object)) return;
  if (!allowKindChange) resource.object.kind = kind;
  if (!allowNameChange) resource.name = name;
  resource.namespace = namespace;
}

/** The reference keeps what it knows of an object in annotations: a patch that removes them all has it forget. */
function takeNotes(resource: Resource): void {
  const { [notes]: noted, ...annotations } = resource.annotations;
  if (noted === undefined) resource.forget();
  else resource.setTexts("annotations", annotations);
}

function applyOperations(
  resources: ResourceList,
  { source, target }: LoadedPatch,
  operations: readonly JsonPatchOperation[],
  isRemembered: boolean,
): void {
  if (target === undefined) throw problemIn(source, 'is a JSON patch and needs a "target"');
  for (const resource of resources.all.filter((one) => selects(target, one))) {
    if (isRemembered) resource.rememberName();
    applyTo(resource, operations, source);
  }
}

function applyTo(resource: Resource, operations: readonly JsonPatchOperation[], source: string): void {
  const { metadata } = resource.object;
  // The reference keeps its notes in annotations, so that there are some to add to.
  const hasNotes = resource.previousNames.length > 0 || resource.needsHash;
  if (hasNotes && isMapping(metadata) && !isMapping(metadata.annotations)) metadata.annotations = newMapping();
  try {
    resource.object = fromJson(applyJsonPatch(toJson(resource.object) as object, operations)) as Mapping;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw problemIn(source, `does not apply to ${resource.kind} ${resource.name}: ${error.message}`, error);
  }
  textAnnotations(resource.object);
}
