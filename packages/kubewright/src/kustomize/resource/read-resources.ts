import { problemIn } from "../kustomization-error.ts";
import { readYaml } from "../yaml/read-yaml.ts";
import { isEmpty, isMapping, isNull, type Mapping, memberText, newMapping, textOf, type Value } from "../yaml/value.ts";
import { Resource } from "./resource.ts";

/** The objects of a file, with those of its lists. Throws KustomizationError, which names `file`, when something is no object. */
export function readResources(text: string, file: string): Resource[] {
  const documents = readYaml(text, file, "manifest").filter((document) => !isNull(document));
  const unwrapped = documents.length === 1 ? itemsOf(documents[0]) : undefined;
  const waiting = checked(unwrapped ?? documents, file);
  const resources: Resource[] = [];
  for (let object = waiting.shift(); object !== undefined; object = waiting.shift()) {
    const items = /List$/.test(memberText(object, "kind")) ? object.items : undefined;
    if (Array.isArray(items)) waiting.push(...checked(items, file));
    else if (!("items" in object) || !/List$/.test(memberText(object, "kind"))) resources.push(resourceOf(object));
    else if (!isNull(items)) throw problemIn(file, `"items" of a ${memberText(object, "kind")} is no list`);
  }
  return resources;
}

/** The items of a `List`, which is a wrapping and no object. */
function itemsOf(document: Value): Value[] | undefined {
  if (!isMapping(document) || !["List", "ResourceList"].includes(memberText(document, "kind"))) return undefined;
  return Array.isArray(document.items) ? document.items : undefined;
}

function checked(values: readonly Value[], file: string): Mapping[] {
  return values
    .filter((value) => !isEmpty(value))
    .map((value, index) => {
      const which = values.length > 1 ? `object ${index + 1} of ${values.length}` : "the object";
      if (!isMapping(value)) throw problemIn(file, `${which} is no object with "kind" and "metadata"`);
      const kind = memberText(value, "kind");
      if (kind === "") throw problemIn(file, `${which} has no "kind"`);
      if (!kind.endsWith("List") && memberText(value.metadata, "name") === "") {
        throw problemIn(file, `${which}, a ${kind}, has no "metadata.name"`);
      }
      return value;
    });
}

function resourceOf(object: Mapping): Resource {
  textAnnotations(object);
  return new Resource(object);
}

/** Annotations are texts whatever they look like; what is null stays, since in a patch it removes. */
export function textAnnotations(object: Mapping): void {
  const metadata = object.metadata;
  const annotations = isMapping(metadata) ? metadata.annotations : undefined;
  if (!isMapping(metadata) || !isMapping(annotations)) return;
  const texts = newMapping();
  for (const key of Object.keys(annotations)) {
    const value = annotations[key];
    texts[key] = isNull(value) ? value : textOf(value);
  }
  metadata.annotations = texts;
}
