import { isMapping, type Mapping, memberText, newMapping, textOf, type Value } from "../yaml/value.ts";
import { splitApiVersion } from "./kind-id.ts";
import { effectiveNamespace, type ResourceId, resourceId } from "./resource-id.ts";

/** How a generated object meets one that is there. */
export type Behavior = "create" | "replace" | "merge";

/** An object on its way to the result, and what it was called before. */
export class Resource {
  object: Mapping;
  /** Names that others may still use for it, oldest first. */
  previousNames: { readonly name: string; readonly namespace: string; readonly kind: string }[] = [];
  /** Those that were put before its name, innermost first. */
  prefixes: string[] = [];
  suffixes: string[] = [];
  /** Whether its name gets a hash of its content at the end. */
  needsHash = false;
  behavior: Behavior = "create";
  /** Names of variables whose values are taken from it. */
  variables: string[] = [];

  constructor(object: Mapping) {
    this.object = object;
  }

  get kind(): string {
    return memberText(this.object, "kind");
  }

  get apiVersion(): string {
    return memberText(this.object, "apiVersion");
  }

  get name(): string {
    return memberText(this.object.metadata, "name");
  }

  set name(name: string) {
    this.#metadata().name = name;
  }

  get namespace(): string {
    return memberText(this.object.metadata, "namespace");
  }

  /** An empty one is removed. */
  set namespace(namespace: string) {
    if (namespace !== "") this.#metadata().namespace = namespace;
    else if (isMapping(this.object.metadata)) delete this.object.metadata.namespace;
  }

  get labels(): Record<string, string> {
    return textsOf(this.object.metadata, "labels");
  }

  get annotations(): Record<string, string> {
    return textsOf(this.object.metadata, "annotations");
  }

  /** What it is called now. */
  get id(): ResourceId {
    const { group, version } = splitApiVersion(this.apiVersion);
    return resourceId({ group, version, kind: this.kind }, this.name, this.namespace);
  }

  get previousIds(): ResourceId[] {
    const { group, version } = splitApiVersion(this.apiVersion);
    return this.previousNames.map((previous) => ({ group, version, ...previous, isClusterScoped: false }));
  }

  /** What it was called in its file. */
  get originalId(): ResourceId {
    return this.previousIds[0] ?? this.id;
  }

  /** Has others find it by its present name also after that changes. */
  rememberName(): void {
    const { id } = this;
    this.previousNames.push({ name: id.name, namespace: effectiveNamespace(id), kind: id.kind });
  }

  /** Has it be as if it had just been read. */
  forget(): void {
    this.previousNames = [];
    this.prefixes = [];
    this.suffixes = [];
    this.needsHash = false;
    this.behavior = "create";
  }

  /** Sets all labels or annotations; without any, the field is not there. */
  setTexts(field: "labels" | "annotations", texts: Readonly<Record<string, string>>): void {
    const metadata = this.#metadata();
    if (Object.keys(texts).length === 0) delete metadata[field];
    else metadata[field] = newMapping(texts);
  }

  #metadata(): Mapping {
    const { metadata } = this.object;
    if (isMapping(metadata)) return metadata;
    const made = newMapping();
    this.object.metadata = made;
    return made;
  }
}

function textsOf(mapping: Value, member: string): Record<string, string> {
  const texts = isMapping(mapping) ? mapping[member] : undefined;
  if (!isMapping(texts)) return {};
  return Object.fromEntries(Object.keys(texts).map((key) => [key, texts[key] === null ? "null" : textOf(texts[key])]));
}
