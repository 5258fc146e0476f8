import type { DynamicObject } from "@kubewright/api";
import { accumulate, nothingAccumulated, type Warn } from "./accumulate.ts";
import type { FileTree } from "./file-tree.ts";
import { contentHash } from "./generate/content-hash.ts";
import type { SortOptions } from "./kustomization/kustomization.ts";
import { KustomizationError, problemIn } from "./kustomization-error.ts";
import { KustomizationLayer } from "./kustomization-layer.ts";
import { usualKindOrder } from "./resource/kind-id.ts";
import type { ResourceList } from "./resource/resource-list.ts";
import { fixNameReferences } from "./transform/name-reference.ts";
import { sortResources } from "./transform/sort.ts";
import { resolveVariables } from "./transform/variable.ts";
import { toJson } from "./yaml/value.ts";

const localConfig = "config.kubernetes.io/local-config";

/** How a kustomization is rendered. */
export interface RenderOptions {
  /** Is told of fields that are deprecated. @default nothing is said */
  readonly warn?: Warn;
}

/**
 * The objects that the kustomization of a folder stands for, in the order and with the content that `kustomize build` gives.
 * Rejects with KustomizationError, which names the file and the field, when something is wrong or not supported.
 */
export async function renderKustomization(
  files: FileTree,
  folder: string,
  { warn = () => {} }: RenderOptions = {},
): Promise<DynamicObject[]> {
  const layer = await KustomizationLayer.open(files, folder, warn);
  if (layer === undefined) throw new KustomizationError(`${folder} has no kustomization.yaml`);
  const accumulated = nothingAccumulated();
  await accumulate(layer, accumulated, warn);
  const { resources, config, variables } = accumulated;
  try {
    addHashes(resources);
    fixNameReferences(resources, config.nameReference ?? []);
    resolveVariables(resources, variables, config.varReference ?? []);
    resources.keep(({ annotations }) => (annotations[localConfig] ?? "false") === "false");
    sort(resources, layer.kustomization.sortOptions);
  } catch (error) {
    if (!(error instanceof KustomizationError) || error.hasFile) throw error;
    throw problemIn(layer.file, error.message, error);
  }
  return resources.all.map((resource) => {
    resource.setTexts("annotations", resource.annotations);
    return toJson(resource.object) as DynamicObject;
  });
}

function addHashes(resources: ResourceList): void {
  for (const resource of resources) {
    if (!resource.needsHash) continue;
    const hash = contentHash(resource);
    resource.rememberName();
    resource.name = `${resource.name}-${hash}`;
  }
}

function sort(resources: ResourceList, options: SortOptions | undefined): void {
  if (options !== undefined && options.order === undefined) {
    throw new KustomizationError('"sortOptions" has no "order"; there are legacy and fifo');
  }
  if (options?.order === "fifo") {
    if (options.legacySortOptions === undefined) return;
    throw new KustomizationError('"sortOptions.legacySortOptions" is for the order "legacy", not "fifo"');
  }
  const { orderFirst = [], orderLast = [] } = options?.legacySortOptions ?? usualKindOrder;
  sortResources(resources, { orderFirst, orderLast });
}
