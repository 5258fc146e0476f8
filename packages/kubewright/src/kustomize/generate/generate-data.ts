import { compareBytes } from "@kubewright/api/server";
import type { DataGenerator, GeneratorOptions } from "../kustomization/kustomization.ts";
import { KustomizationError } from "../kustomization-error.ts";
import { Resource } from "../resource/resource.ts";
import { describeId, isSameId } from "../resource/resource-id.ts";
import type { ResourceList } from "../resource/resource-list.ts";
import { type Mapping, newMapping } from "../yaml/value.ts";
import { type LoadFile, readKeyValues } from "./key-values.ts";

/** Makes the ConfigMap or Secret that a generator describes. */
export async function generateData(
  kind: "ConfigMap" | "Secret",
  generator: DataGenerator,
  common: GeneratorOptions,
  load: LoadFile,
): Promise<Resource> {
  const { name = "", namespace = "" } = generator;
  const what = `${kind === "Secret" ? "secretGenerator" : "configMapGenerator"} ${name}`;
  if (name === "") throw new KustomizationError(`a ${what.trimEnd()} has no "name"`);
  const options = mergeOptions(generator.options ?? {}, common);
  const metadata = newMapping(namespace === "" ? { name } : { name, namespace });
  if (Object.keys(options.labels).length > 0) metadata.labels = newMapping(options.labels);
  if (Object.keys(options.annotations).length > 0) metadata.annotations = newMapping(options.annotations);
  const object = newMapping({ apiVersion: "v1", kind, metadata });
  const values = await readKeyValues(generator, load, what);
  if (kind === "Secret") {
    object.type = generator.type || "Opaque";
    object.data = newMapping();
  }
  for (const key of [...values.keys()].sort(compareBytes)) setData(object, key, values.get(key) as Uint8Array);
  if (options.immutable) object.immutable = true;
  const resource = new Resource(object);
  resource.needsHash = !options.disableNameSuffixHash;
  resource.behavior = generator.behavior ?? "create";
  return resource;
}

function mergeOptions(own: GeneratorOptions, common: GeneratorOptions): Required<GeneratorOptions> {
  return {
    labels: { ...common.labels, ...own.labels },
    annotations: { ...common.annotations, ...own.annotations },
    disableNameSuffixHash: Boolean(own.disableNameSuffixHash || common.disableNameSuffixHash),
    immutable: Boolean(own.immutable || common.immutable),
  };
}

function setData(object: Mapping, key: string, bytes: Uint8Array): void {
  const content = Buffer.from(bytes);
  const text = content.toString("utf8");
  const isText = object.kind !== "Secret" && Buffer.from(text).equals(content);
  const field = isText || object.kind === "Secret" ? "data" : "binaryData";
  const data = (object[field] ?? newMapping()) as Mapping;
  data[key] = isText ? text : base64Lines(content);
  object[field] = data;
}

/** Base64 in lines of 70 characters, as the reference has it; in one where that is enough. */
function base64Lines(content: Buffer): string {
  const text = content.toString("base64");
  return text.length < 70 ? text : text.replace(/.{1,70}/g, "$&\n");
}

/** Puts a generated object among the others: beside them, in the place of one, or merged with it. */
export function absorbGenerated(resources: ResourceList, generated: Resource): void {
  const { id, behavior } = generated;
  const [found, another] = resources.withAnyId((other) => isSameId(other, id));
  if (another !== undefined) throw new KustomizationError(`more than one object is or was ${describeId(id)}`);
  if (found === undefined && behavior === "create") {
    resources.add(generated);
    return;
  }
  if (found === undefined) {
    throw new KustomizationError(`there is no ${describeId(id)}, so a generator cannot ${behavior} it`);
  }
  if (behavior === "create") {
    throw new KustomizationError(
      `${describeId(id)} is there already; its generator needs "behavior: merge" or "behavior: replace"`,
    );
  }
  takePlace(generated, found, behavior);
  resources.replace(found, generated);
}

function takePlace(generated: Resource, found: Resource, behavior: "merge" | "replace"): void {
  generated.setTexts("labels", { ...found.labels, ...generated.labels });
  generated.setTexts("annotations", { ...found.annotations, ...generated.annotations });
  generated.name = found.name;
  generated.namespace = found.namespace;
  generated.previousNames = [...found.previousNames];
  generated.prefixes = [...found.prefixes];
  generated.suffixes = [...found.suffixes];
  generated.needsHash &&= found.needsHash;
  generated.behavior = found.behavior;
  generated.variables = [...found.variables];
  if (behavior === "replace") return;
  for (const field of ["data", "binaryData"]) {
    const merged = newMapping({ ...(found.object[field] as Mapping), ...(generated.object[field] as Mapping) });
    if (Object.keys(merged).length > 0) generated.object[field] = merged;
    else delete generated.object[field];
  }
}
