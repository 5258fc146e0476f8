import { type MetadataObject, metadataOf, type OwnerReference, parseApiVersion } from "@kubewright/api";
import { type Client, ClientError, type ResourceMapping } from "@kubewright/client";
import { kindOf } from "../deletable-resources.ts";
import type { AbsentOwners } from "./absent-owners.ts";
import { type Coordinates, coordinatesIn, type ObjectNode } from "./object-node.ts";
import { waitOf } from "./owner-graph.ts";

/** The owners that an object names, by what the server says of them. */
export interface SortedOwners {
  /** They exist: the object stays. */
  readonly solid: readonly OwnerReference[];
  /** There is no such object. */
  readonly dangling: readonly OwnerReference[];
  /** They are being deleted, and wait for the object to be gone first. */
  readonly waiting: readonly OwnerReference[];
}

/** The server serves no such kind: perhaps it will, when a CustomResourceDefinition comes. */
export class UnservedKindError extends Error {}

/** An object in no namespace names an owner of a kind that is in one: nobody can say in which. */
export class ImpossibleOwnerError extends Error {}

/** Asks the server whether owners exist. */
export class OwnerLookup {
  readonly #client: Client;
  readonly #absent: AbsentOwners;

  constructor(client: Client, absent: AbsentOwners) {
    this.#client = client;
    this.#absent = absent;
  }

  /** Rejects with UnservedKindError, ImpossibleOwnerError or what the server answers. */
  async sort(
    node: ObjectNode,
    references: readonly OwnerReference[],
    options: { readonly signal: AbortSignal },
  ): Promise<SortedOwners> {
    const solid: OwnerReference[] = [];
    const dangling: OwnerReference[] = [];
    const waiting: OwnerReference[] = [];
    for (const reference of references) {
      const owner = await this.#find(reference, node.namespace, options);
      if (owner === undefined) dangling.push(reference);
      else if (isWaiting(owner)) waiting.push(reference);
      else solid.push(reference);
    }
    return { solid, dangling, waiting };
  }

  /** An object as it is now, and no other one of the same name. */
  async find(object: Coordinates, options: { readonly signal: AbortSignal }): Promise<MetadataObject | undefined> {
    const mapping = await this.mapping(object, options);
    const key = keyFor(mapping, object);
    const found = await this.#client.find(metadataOf(kindOf(mapping)), key, options);
    return found?.metadata.uid === object.uid ? found : undefined;
  }

  /** How the server serves the kind of an object. */
  async mapping(
    { apiVersion, kind }: Pick<Coordinates, "apiVersion" | "kind">,
    options: { readonly signal: AbortSignal },
  ): Promise<ResourceMapping> {
    try {
      return await this.#client.discovery.resourceFor({ ...parseApiVersion(apiVersion), kind }, options);
    } catch (error) {
      if (!(error instanceof ClientError && error.code === "UNKNOWN_KIND")) throw error;
      throw new UnservedKindError(`unable to get REST mapping for ${apiVersion}/${kind}.`, { cause: error });
    }
  }

  async #find(
    reference: OwnerReference,
    namespace: string,
    options: { readonly signal: AbortSignal },
  ): Promise<MetadataObject | undefined> {
    const said = coordinatesIn(namespace, reference);
    if (this.#absent.has(said)) return undefined;
    const { scope } = await this.mapping(reference, options);
    if (scope === "Namespaced" && namespace === "") {
      throw new ImpossibleOwnerError("cluster-scoped objects cannot refer to namespaced owners");
    }
    const owner = scope === "Namespaced" ? said : { ...said, namespace: "" };
    const found = await this.find(owner, options);
    if (found === undefined) this.#absent.add(owner);
    return found;
  }
}

/** Where an object is found by its name. */
export function keyFor(
  { scope }: ResourceMapping,
  { namespace, name }: Coordinates,
): { namespace?: string; name: string } {
  return scope === "Namespaced" ? { namespace, name } : { name };
}

function isWaiting({ metadata }: MetadataObject): boolean {
  return metadata.deletionTimestamp !== undefined && waitOf(metadata.finalizers) === "dependents-deleted";
}
