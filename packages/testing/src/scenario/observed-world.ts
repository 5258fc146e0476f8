import { defineKind, groupVersionKindOf, type Kind, type KubeObject } from "@kubewright/api";
import type { Client } from "@kubewright/client";
import type { ServerCall } from "./server-call.ts";

/** What became of one object. */
export interface Change {
  readonly type: "created" | "updated" | "deleted";
  readonly kind: string;
  readonly name: string;
  readonly before?: KubeObject;
  readonly after?: KubeObject;
}

/** Objects of one kind, in one namespace or in none, and how they were at first. */
interface Place {
  readonly kind: Kind;
  readonly namespace: string | undefined;
  /** Of cluster-scoped kinds, only these: others belong to other tests. Absent: all. */
  readonly names: Set<string> | undefined;
  /** By uid. */
  readonly before: ReadonlyMap<string, KubeObject>;
}

/** What is seen at one moment. */
export interface Look {
  readonly objects: readonly KubeObject[];
  readonly changes: readonly Change[];
  /** Equal where all objects are. */
  readonly state: string;
}

/** The part of the world that a run has to do with, before it and after it. */
export class ObservedWorld {
  readonly #client: Client;
  readonly #places = new Map<string, Promise<Place>>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** Looks at all objects of a kind; of a namespaced one, in this namespace. */
  async includeKind(kind: Kind, namespace: string | undefined): Promise<void> {
    await this.#include(kind, namespace, undefined);
  }

  async includeObject(object: KubeObject): Promise<void> {
    const { name, namespace } = object.metadata;
    await this.#include(defineKind(groupVersionKindOf(object)), namespace, name);
  }

  /** To be awaited before the call is made: it may be the first that changes something there. */
  async includeCall({ group, version, resource, namespace, name }: ServerCall): Promise<void> {
    const { kind } = await this.#client.discovery.kindFor({ group, version, resource });
    await this.#include(defineKind({ group, version, kind }), namespace, name);
  }

  async #include(kind: Kind, namespace: string | undefined, name: string | undefined): Promise<void> {
    const { group, version, resource, scope } = await this.#client.discovery.resourceFor(kind);
    const where = scope === "Cluster" ? undefined : namespace;
    const id = `${group}/${resource} ${where ?? ""}`;
    const located = defineKind({ group, version, kind: kind.kind, plural: resource, scope });
    const isAll = scope === "Namespaced" || name === undefined;
    const place = this.#places.get(id) ?? this.#open(located, where, isAll ? undefined : new Set());
    this.#places.set(id, place);
    if (name !== undefined) (await place).names?.add(name);
  }

  async #open(kind: Kind, namespace: string | undefined, names: Set<string> | undefined): Promise<Place> {
    const objects = await this.#list({ kind, namespace });
    return { kind, namespace, names, before: new Map(objects.map((object) => [object.metadata.uid!, object])) };
  }

  async #list({ kind, namespace }: Pick<Place, "kind" | "namespace">): Promise<KubeObject[]> {
    return (await this.#client.list(kind, namespace === undefined ? {} : { namespace })).items;
  }

  /** The kinds that are looked at. */
  async kinds(): Promise<readonly Kind[]> {
    return (await Promise.all(this.#places.values())).map(({ kind }) => kind);
  }

  /** All that is there now, and what is different from before. */
  async look(): Promise<Look> {
    const objects: KubeObject[] = [];
    const changes: Change[] = [];
    for (const place of await Promise.all(this.#places.values())) {
      const isSeen = ({ metadata }: KubeObject): boolean => place.names?.has(metadata.name) ?? true;
      const after = (await this.#list(place)).filter(isSeen);
      objects.push(...after);
      changes.push(...changesIn([...place.before.values()].filter(isSeen), after));
    }
    const versions = objects.map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`);
    return { objects, changes, state: versions.sort().join("\n") };
  }
}

function changesIn(before: readonly KubeObject[], after: readonly KubeObject[]): Change[] {
  const left = new Map(before.map((object) => [object.metadata.uid, object]));
  const changes: Change[] = [];
  for (const object of after) {
    const old = left.get(object.metadata.uid);
    left.delete(object.metadata.uid);
    if (old === undefined) changes.push({ ...subject(object), type: "created", after: object });
    else if (old.metadata.resourceVersion !== object.metadata.resourceVersion) {
      changes.push({ ...subject(object), type: "updated", before: old, after: object });
    }
  }
  for (const object of left.values()) changes.push({ ...subject(object), type: "deleted", before: object });
  return changes.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function subject({ kind, metadata }: KubeObject): Pick<Change, "kind" | "name"> {
  return { kind, name: metadata.name };
}
