import type { FieldSpec } from "../config/transformer-config.ts";
import { visitField } from "../field/visit-field.ts";
import type { KustomizationImage } from "../kustomization/kustomization.ts";
import { KustomizationError } from "../kustomization-error.ts";
import type { ResourceList } from "../resource/resource-list.ts";
import { isMapping, isScalar, textOf, type Value } from "../yaml/value.ts";

/** Gives another name, tag or digest to an image, wherever a container uses it. */
export function replaceImage(resources: ResourceList, image: KustomizationImage, fields: readonly FieldSpec[]): void {
  const pattern = imagePattern(image.name);
  const update = (value: Value): Value => {
    if (!isScalar(value)) throw new KustomizationError("the field of an image has a list or a mapping");
    const text = textOf(value);
    return pattern.test(text) ? replaced(text, image) : value;
  };
  for (const { object, kind } of resources) {
    if (kind === "CustomResourceDefinition") continue;
    updateContainers(object, update);
    for (const field of fields) visitField(object, field, update);
  }
}

/** The name is a pattern for the reference, whose dots match anything. */
function imagePattern(name: string): RegExp {
  try {
    return new RegExp(`^${name}(:[a-zA-Z0-9_.{}-]*)?(@sha256:[a-zA-Z0-9_.{}-]*)?$`);
  } catch (error) {
    throw new KustomizationError(`the image name "${name}" is no regular expression`, { cause: error });
  }
}

function updateContainers(value: Value, update: (value: Value) => Value): void {
  if (Array.isArray(value)) {
    for (const item of value) updateContainers(item, update);
  } else if (isMapping(value)) {
    for (const [key, member] of Object.entries(value)) {
      updateContainers(member, update);
      if ((key === "containers" || key === "initContainers") && Array.isArray(member)) updateImages(member, update);
    }
  }
}

function updateImages(containers: readonly Value[], update: (value: Value) => Value): void {
  for (const container of containers) {
    if (isMapping(container) && "image" in container) container.image = update(container.image);
  }
}

function replaced(
  text: string,
  { newName = "", newTag = "", digest: newDigest = "", tagSuffix = "" }: KustomizationImage,
): string {
  let { name, tag, digest } = splitImage(text);
  if (newName !== "") name = newName;
  if (newTag !== "" || newDigest !== "") {
    tag = newTag;
    digest = newDigest;
  } else if (tagSuffix !== "") {
    tag += tagSuffix;
    digest = "";
  }
  return `${name}${tag === "" ? "" : `:${tag}`}${digest === "" ? "" : `@${digest}`}`;
}

function splitImage(text: string): { name: string; tag: string; digest: string } {
  // A colon before the first slash belongs to the registry's port.
  const start = Math.max(text.indexOf("/"), 0);
  const at = text.indexOf("@", start);
  const colon = text.indexOf(":", start);
  const hasTag = colon >= 0 && (at < 0 || colon < at);
  const nameEnd = hasTag ? colon : at >= 0 ? at : text.length;
  return {
    name: text.slice(0, nameEnd),
    tag: hasTag ? text.slice(colon + 1, at >= 0 ? at : undefined) : "",
    digest: at >= 0 ? text.slice(at + 1) : "",
  };
}
