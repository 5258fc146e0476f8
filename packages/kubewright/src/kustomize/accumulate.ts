import { builtinFields } from "./config/rules.ts";
import { mergeConfigs, type TransformerConfig } from "./config/transformer-config.ts";
import { absorbGenerated, generateData } from "./generate/generate-data.ts";
import type { KustomizationVariable } from "./kustomization/kustomization.ts";
import { readConfiguration } from "./kustomization/read-configuration.ts";
import { KustomizationError, problemIn } from "./kustomization-error.ts";
import { type KustomizationLayer, textOfBytes } from "./kustomization-layer.ts";
import { readResources } from "./resource/read-resources.ts";
import { ResourceList } from "./resource/resource-list.ts";
import { noteVariable } from "./transform/variable.ts";
import { transform } from "./transform-layer.ts";

/** What a kustomization and those below it come to, before names that refer to others are put right. */
export interface Accumulated {
  resources: ResourceList;
  config: TransformerConfig;
  variables: KustomizationVariable[];
}

/** Is told of what works, but should be written otherwise. */
export type Warn = (message: string) => void;

/** Where to begin. */
export function nothingAccumulated(): Accumulated {
  return { resources: new ResourceList(), config: {}, variables: [] };
}

/** Adds what a kustomization has to `into`: its resources, generators and components, changed by its transformers. */
export async function accumulate(layer: KustomizationLayer, into: Accumulated, warn: Warn): Promise<void> {
  const { kustomization, file } = layer;
  for (const path of kustomization.resources) await addResources(layer, path, into, warn);
  into.config = mergeConfigs(into.config, await configOf(layer));
  for (const kind of ["ConfigMap", "Secret"] as const) {
    const field = kind === "Secret" ? "secretGenerator" : "configMapGenerator";
    for (const generator of kustomization[field]) {
      const load = (path: string) => layer.load(path, field);
      const generated = await inFile(file, () => generateData(kind, generator, kustomization.generatorOptions, load));
      await inFile(file, async () => absorbGenerated(into.resources, generated));
    }
  }
  for (const path of kustomization.components) {
    const component = await layer.enter(path, "components", warn);
    if (component.kustomization.kind !== "Component") {
      throw problemIn(component.file, `is listed in components of ${file}, but its kind is not Component`);
    }
    await accumulate(component, into, warn);
    await inFile(component.file, async () => into.resources.requireUnique());
  }
  await inFile(file, () => transform(layer, into));
  for (const variable of kustomization.vars) {
    await inFile(file, async () => noteVariable(into.resources, variable));
    addVariable(into, variable, file);
  }
}

async function addResources(layer: KustomizationLayer, path: string, into: Accumulated, warn: Warn): Promise<void> {
  const bytes = await layer.find(path, "resources");
  if (bytes !== undefined) {
    const full = layer.pathOf(path);
    for (const resource of readResources(textOfBytes(bytes), full)) {
      await inFile(full, async () => into.resources.add(resource));
    }
    return;
  }
  const below = await layer.enter(path, "resources", warn);
  if (below.kustomization.kind === "Component") {
    throw problemIn(below.file, `is a Component and belongs to components, not resources, of ${layer.file}`);
  }
  const inner = nothingAccumulated();
  await accumulate(below, inner, warn);
  await inFile(layer.file, async () => {
    for (const resource of inner.resources) into.resources.add(resource);
    into.config = mergeConfigs(into.config, inner.config);
  });
  for (const variable of inner.variables) addVariable(into, variable, layer.file);
}

async function configOf(layer: KustomizationLayer): Promise<TransformerConfig> {
  let own: TransformerConfig = {};
  for (const path of layer.kustomization.configurations) {
    const text = await layer.loadText(path, "configurations");
    own = await inFile(layer.pathOf(path), async () => mergeConfigs(own, readConfiguration(text, layer.pathOf(path))));
  }
  return inFile(layer.file, async () => mergeConfigs(builtinFields(), own));
}

function addVariable(into: Accumulated, variable: KustomizationVariable, file: string): void {
  if (into.variables.some(({ name }) => name === variable.name)) {
    throw problemIn(file, `the variable ${variable.name} is there twice`);
  }
  into.variables.push(variable);
}

/** Has errors name the file, where they do not yet. */
async function inFile<T>(file: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof KustomizationError) || error.hasFile) throw error;
    throw problemIn(file, error.message, error);
  }
}
