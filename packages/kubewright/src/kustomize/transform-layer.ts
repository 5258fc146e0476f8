import { type FieldSpec, mergeFieldSpecs, type TransformerConfig } from "./config/transformer-config.ts";
import type { KustomizationLabels, KustomizationPatch } from "./kustomization/kustomization.ts";
import { readReplacements } from "./kustomization/read-kustomization.ts";
import { KustomizationError } from "./kustomization-error.ts";
import type { KustomizationLayer } from "./kustomization-layer.ts";
import type { ResourceList } from "./resource/resource-list.ts";
import { replaceImage } from "./transform/image.ts";
import { addNameAffix } from "./transform/name-affix.ts";
import { setNamespace } from "./transform/namespace.ts";
import { applyJson6902, applyPatch, applyStrategicMerge, type LoadedPatch } from "./transform/patch.ts";
import { replaceValues } from "./transform/replacement.ts";
import { setReplicas } from "./transform/replicas.ts";
import { setTextMembers } from "./transform/text-member.ts";

/** Does what a kustomization says to the resources, in kustomize's order. */
export async function transform(
  layer: KustomizationLayer,
  { resources, config }: { readonly resources: ResourceList; readonly config: TransformerConfig },
): Promise<void> {
  const { kustomization: said } = layer;
  let merges = 0;
  for (const [index, patch] of said.patchesStrategicMerge.entries()) {
    merges += applyStrategicMerge(resources, await mergeOf(layer, patch, index));
  }
  if (said.patchesStrategicMerge.length > 0 && merges === 0) {
    throw new KustomizationError('the files of "patchesStrategicMerge" have no patches');
  }
  for (const [index, patch] of said.patches.entries()) {
    applyPatch(resources, await loadPatch(layer, patch, "patches", index));
    resources.dropEmpty();
  }
  if (said.namespace !== "") setNamespace(resources, said.namespace, config.namespace ?? []);
  if (said.namePrefix !== "") addNameAffix(resources, { prefix: said.namePrefix }, config.namePrefix ?? []);
  if (said.nameSuffix !== "") addNameAffix(resources, { suffix: said.nameSuffix }, config.nameSuffix ?? []);
  for (const labels of said.labels) setTextMembers(resources, labels.pairs ?? {}, labelFields(labels, config));
  setTextMembers(resources, said.commonLabels, config.commonLabels ?? []);
  setTextMembers(resources, said.commonAnnotations, config.commonAnnotations ?? []);
  for (const [index, patch] of said.patchesJson6902.entries()) {
    applyJson6902(resources, await loadPatch(layer, patch, "patchesJson6902", index));
  }
  for (const replica of said.replicas) setReplicas(resources, replica, config.replicas ?? []);
  for (const image of said.images) replaceImage(resources, image, config.images ?? []);
  for (const replacement of said.replacements) {
    const { path = "" } = replacement;
    if (path === "") replaceValues(resources, replacement);
    else for (const one of await replacementsOf(layer, path)) replaceValues(resources, one);
  }
  resources.dropEmpty();
}

function labelFields(labels: KustomizationLabels, config: TransformerConfig): readonly FieldSpec[] {
  const fields = mergeFieldSpecs(labels.fields ?? [], config.labels ?? []);
  if (labels.includeSelectors === true) return mergeFieldSpecs(fields, config.commonLabels ?? []);
  const templates = labels.includeTemplates === true ? (config.templateLabels ?? []) : [];
  return mergeFieldSpecs(mergeFieldSpecs(fields, templates), [{ path: "metadata/labels", create: true }]);
}

async function loadPatch(
  layer: KustomizationLayer,
  { path = "", patch = "", target, options = {} }: KustomizationPatch,
  field: "patches" | "patchesJson6902",
  index: number,
): Promise<LoadedPatch> {
  const place = `${field}[${index}]`;
  if ((path === "") === (patch.trim() === "")) {
    throw new KustomizationError(
      `"${place}" has ${path === "" ? 'neither "path" nor "patch"' : 'both "path" and "patch"'}`,
    );
  }
  if (field === "patchesJson6902" && !target?.name) throw new KustomizationError(`"${place}.target" has no "name"`);
  const common = { target, ...options };
  if (path === "") return { ...common, text: patch.trim(), source: `${layer.file}: "${place}"` };
  return { ...common, text: await layer.loadText(path, place), source: layer.pathOf(path) };
}

/** A path, or the patch itself. */
async function mergeOf(layer: KustomizationLayer, patch: string, index: number): Promise<LoadedPatch> {
  const field = `patchesStrategicMerge[${index}]`;
  if (/^\s*(?:---|#|\{|[\w$]+:(?:\s|$))/.test(patch)) return { text: patch, source: `${layer.file}: "${field}"` };
  return { text: await layer.loadText(patch, field), source: layer.pathOf(patch) };
}

async function replacementsOf(layer: KustomizationLayer, path: string): Promise<ReturnType<typeof readReplacements>> {
  return readReplacements(await layer.loadText(path, "replacements"), layer.pathOf(path));
}
