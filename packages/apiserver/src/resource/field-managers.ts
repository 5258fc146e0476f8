import { formatApiVersion } from "@kubewright/api";
import {
  excludeFields,
  FieldManager,
  type FieldManagerOptions,
  FieldSetBuilder,
  type StructType,
} from "@kubewright/api/server";
import type { ApiObject } from "../resource-object.ts";
import type { ObjectCodec, Resource } from "./resource.ts";
import type { ResourceCatalog } from "./resource-catalog.ts";

/** What is written: an object, or a view of it. */
export interface ManagedKind {
  readonly resource: Resource;
  /** Empty for the object itself. */
  readonly subresource: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly type: StructType;
  readonly codec: ObjectCodec;
  readonly resetFields: readonly (readonly string[])[];
}

/** Keeps the FieldManager of each resource and view, made when it is first asked for. */
export class FieldManagers {
  readonly #catalog: ResourceCatalog;
  readonly #managers = new WeakMap<Resource, Map<string, FieldManager>>();

  constructor(catalog: ResourceCatalog) {
    this.#catalog = catalog;
  }

  of(managed: ManagedKind): FieldManager {
    let managers = this.#managers.get(managed.resource);
    if (managers === undefined) {
      managers = new Map();
      this.#managers.set(managed.resource, managers);
    }
    let manager = managers.get(managed.subresource);
    if (manager === undefined) {
      manager = new FieldManager(this.#optionsOf(managed));
      managers.set(managed.subresource, manager);
    }
    return manager;
  }

  #optionsOf(managed: ManagedKind): FieldManagerOptions {
    const { resource, subresource, apiVersion, kind, type, codec } = managed;
    const isView = kind !== resource.kind;
    return {
      apiVersion,
      kind,
      type,
      subresource,
      emptyObject: codec.decodePlain({ apiVersion, kind }).object,
      resetFields: new Map([[apiVersion, excludeFields(fieldSetOf(managed.resetFields))]]),
      // Views have one version only.
      ...(!isView && { convert: (object, other) => this.#convert(resource, object as ApiObject, other) }),
    };
  }

  /** Versions of a resource, and resources that share objects, are what is stored in one collection. */
  #convert(
    resource: Resource,
    object: ApiObject,
    apiVersion: string,
  ): { object: ApiObject; type: StructType } | undefined {
    if (apiVersion === formatApiVersion(resource)) return { object, type: resource.type };
    const other = this.#catalog
      .all()
      .find((candidate) => candidate.collection === resource.collection && formatApiVersion(candidate) === apiVersion);
    if (other === undefined) return undefined;
    // Custom objects are not pruned for this: fields that the other version does not have make it fail.
    const converted = resource.isCustom ? { ...object, apiVersion } : other.fromStored(resource.toStored(object));
    return { object: converted, type: other.type };
  }
}

function fieldSetOf(paths: readonly (readonly string[])[]): ReturnType<FieldSetBuilder["build"]> {
  const builder = new FieldSetBuilder();
  for (const path of paths) builder.addPath(path);
  return builder.build();
}
