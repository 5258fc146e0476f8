import type { Clock } from "@kubewright/api";
import { type StructType, valueTypeOf } from "@kubewright/api/server";
import type { TypeGraph } from "../codec/type-graph.ts";
import type { FieldSelectors, Resource, Subresource, TableConvertor } from "../resource/resource.ts";
import type { Strategy } from "../resource/strategy.ts";
import type { ApiObject } from "../resource-object.ts";
import { customScale } from "./custom-scale.ts";
import { customSelectors } from "./custom-selectors.ts";
import { customStatusStrategy, customStrategy, type InstanceHooks } from "./custom-strategy.ts";
import { customTable } from "./custom-table.ts";
import { CustomVersion } from "./custom-version.ts";
import { collectionOf, type Definition, type DefinitionSpec } from "./definition/definition.ts";
import { deprecationWarningOf } from "./deprecation-warning.ts";

/** What resources of definitions are made with. */
export interface CustomResourceParts extends InstanceHooks {
  readonly graph: TypeGraph;
  readonly clock: Clock;
}

/** What can be done with objects of a definition, as discovery lists it. */
export const customVerbs: readonly string[] = [
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "create",
  "update",
  "watch",
];
/** The same for their views. */
export const customViewVerbs: readonly string[] = ["get", "patch", "update"];

/** The resources that a definition makes, one for each version that is served. Its names must have been accepted. */
export function customResources(definition: Definition, parts: CustomResourceParts): Resource[] {
  const versions = new Map(definition.spec.versions.map((version) => [version.name, new CustomVersion(version)]));
  return definition.spec.versions
    .filter(({ served }) => served)
    .map(({ name }) => new CustomResource(definition, versions.get(name)!, versions, parts));
}

/** Makes what it is asked for when it is asked for the first time. */
class CustomResource implements Resource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly isNamespaced: boolean;
  readonly verbs: readonly string[] = customVerbs;
  readonly isCustom = true;
  readonly collection: string;
  readonly deprecationWarning: string | undefined;
  readonly #spec: DefinitionSpec;
  readonly #own: CustomVersion;
  readonly #versions: ReadonlyMap<string, CustomVersion>;
  readonly #parts: CustomResourceParts;
  /** Objects of other versions, or that lack something, as they are shown. Stored ones never change. */
  readonly #shown = new WeakMap<ApiObject, ApiObject>();
  #type: StructType | undefined;
  #strategy: Strategy | undefined;
  #selectors: FieldSelectors | undefined;
  #table: TableConvertor | undefined;
  #subresources: ReadonlyMap<string, Subresource> | undefined;

  constructor(
    definition: Definition,
    own: CustomVersion,
    versions: ReadonlyMap<string, CustomVersion>,
    parts: CustomResourceParts,
  ) {
    const { spec, status } = definition;
    const names = status?.acceptedNames ?? spec.names;
    this.group = spec.group;
    this.version = own.version.name;
    this.resource = names.plural;
    this.singular = names.singular ?? "";
    this.kind = names.kind;
    this.listKind = names.listKind ?? `${names.kind}List`;
    this.isNamespaced = spec.scope === "Namespaced";
    this.collection = collectionOf(definition);
    this.deprecationWarning = deprecationWarningOf(spec, own.version);
    this.#spec = spec;
    this.#own = own;
    this.#versions = versions;
    this.#parts = parts;
  }

  get type(): StructType {
    const metadata = this.#parts.graph.kind("", "v1", "ConfigMap")!.fields.get("metadata")!.type;
    this.#type ??= valueTypeOf(this.#own.schema, { metadata }) as StructType;
    return this.#type;
  }

  get codec(): CustomVersion {
    return this.#own;
  }

  get strategy(): Strategy {
    this.#strategy ??= customStrategy(this.#own, this.#parts);
    return this.#strategy;
  }

  get selectors(): FieldSelectors {
    this.#selectors ??= customSelectors(this.#own.version, this.isNamespaced);
    return this.#selectors;
  }

  get table(): TableConvertor {
    this.#table ??= customTable(this.#own.version);
    return this.#table;
  }

  get subresources(): ReadonlyMap<string, Subresource> {
    this.#subresources ??= this.#makeSubresources();
    return this.#subresources;
  }

  toStored(object: ApiObject): ApiObject {
    const storage = this.#spec.versions.find((version) => version.storage)!.name;
    return storage === this.version ? object : this.#convert(object, storage);
  }

  fromStored(stored: ApiObject): ApiObject {
    let shown = this.#shown.get(stored);
    if (shown === undefined) {
      shown = this.#show(stored);
      this.#shown.set(stored, shown);
    }
    return shown;
  }

  #show(stored: ApiObject): ApiObject {
    const name = stored.apiVersion.slice(stored.apiVersion.indexOf("/") + 1);
    const version = this.#versions.get(name) ?? this.#own;
    const complete = version.withDefaults(version.trim(stored));
    return name === this.version ? complete : this.#convert(complete, this.version);
  }

  /** Versions differ in nothing but what their schemas know. */
  #convert(object: ApiObject, version: string): ApiObject {
    return this.#versions.get(version)!.trim({ ...object, apiVersion: `${this.group}/${version}` });
  }

  #makeSubresources(): ReadonlyMap<string, Subresource> {
    const subresources = new Map<string, Subresource>();
    const { status, scale } = this.#own.version.subresources ?? {};
    if (status !== undefined) {
      subresources.set("status", {
        type: "view",
        name: "status",
        verbs: customViewVerbs,
        kind: { group: this.group, version: this.version, kind: this.kind },
        valueType: this.type,
        codec: this.#own,
        strategy: customStatusStrategy(this.#own, this.strategy),
      });
    }
    if (scale !== undefined) {
      const { graph, clock } = this.#parts;
      subresources.set("scale", customScale(scale, { graph, clock, strategy: this.strategy, verbs: customViewVerbs }));
    }
    return subresources;
  }
}
