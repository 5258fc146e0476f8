import {
  cloneJson,
  defineKind,
  formatKey,
  groupVersionKindOf,
  isNotFound,
  jsonEqual,
  type KubeObject,
  keyOf,
  type UnnamedObject,
} from "@kubewright/api";
import { Namespace } from "@kubewright/api/core/v1";
import type { Client } from "@kubewright/client";
import { TestingError } from "../errors.ts";
import { ObjectSet } from "./object-set.ts";

/** An object to begin with, or one that is made from those before it, as one that has an owner. */
export type GivenObject = AnyObject | ((made: ObjectSet) => AnyObject);

type AnyObject = KubeObject | UnnamedObject;

/** Where a run takes place: its objects, and the namespace of those that name none. */
export class Stage {
  /** Those that were made, as the server has them. */
  #made = new ObjectSet([]);
  readonly #client: Client;
  #namespace: string | undefined;
  #isFresh = false;

  constructor(client: Client, namespace: string | undefined) {
    this.#client = client;
    this.#namespace = namespace;
  }

  get made(): ObjectSet {
    return this.#made;
  }

  /** Absent when nothing needed one. */
  get namespace(): string | undefined {
    return this.#namespace;
  }

  /** The namespace for what names none; a fresh one is made when it is first needed. */
  async home(): Promise<string> {
    if (this.#namespace !== undefined) return this.#namespace;
    const { metadata } = await this.#client.create(Namespace.of({ metadata: { generateName: "run-" } }));
    this.#namespace = metadata.name;
    this.#isFresh = true;
    return metadata.name;
  }

  /** All that objects are in; a fresh one if none names one. */
  async namespaces(): Promise<readonly string[]> {
    const named = [...this.#made].flatMap(({ metadata }) => metadata.namespace ?? []);
    if (this.#namespace !== undefined || named.length === 0) named.push(await this.home());
    return [...new Set(named)];
  }

  async make(given: GivenObject): Promise<void> {
    const wanted = cloneJson(typeof given === "function" ? given(this.#made) : given) as KubeObject;
    const { scope } = await this.#client.discovery.resourceFor(groupVersionKindOf(wanted));
    if (scope === "Namespaced") wanted.metadata.namespace ??= await this.home();
    try {
      const object = await this.#store(wanted);
      this.#made = new ObjectSet([...this.#made, object]);
    } catch (cause) {
      throw failed("make", wanted, cause);
    }
  }

  async #store(wanted: KubeObject & { status?: unknown }): Promise<KubeObject> {
    const { deletionTimestamp, ...metadata } = wanted.metadata;
    let object: KubeObject & { status?: unknown } = await this.#client.create<KubeObject>({ ...wanted, metadata });
    // A server ignores the status of what it creates, where that is a subresource.
    if (wanted.status !== undefined && !jsonEqual(wanted.status, object.status)) {
      object = await this.#client.status.update<typeof wanted>({ ...object, status: wanted.status });
    }
    if (deletionTimestamp === undefined) return object;
    await this.#client.delete(object);
    return await this.#client.get(defineKind(groupVersionKindOf(object)), keyOf(object));
  }

  /** Removes what was made here, and these others, whatever their finalizers wait for. */
  async clear(others: Iterable<KubeObject>): Promise<void> {
    const all = new Map([...this.#made, ...others].map((object) => [object.metadata.uid, object]));
    for (const object of [...all.values()].reverse()) {
      try {
        await this.#remove(object);
      } catch (cause) {
        if (!isNotFound(cause)) throw failed("remove", object, cause);
      }
    }
    if (this.#isFresh) await this.#client.delete(Namespace, this.#namespace!);
  }

  async #remove(object: KubeObject): Promise<void> {
    const kind = defineKind(groupVersionKindOf(object));
    const key = keyOf(object);
    const { uid } = object.metadata;
    const current = await this.#client.get(kind, key);
    if (current.metadata.uid !== uid) return;
    if (current.metadata.finalizers !== undefined) {
      await this.#client.patch(kind, key, { merge: { metadata: { finalizers: null } } });
    }
    // One that was being deleted is gone with its finalizers.
    await this.#client.delete(kind, key, {
      gracePeriodSeconds: 0,
      ...(uid !== undefined && { preconditions: { uid } }),
    });
  }
}

function failed(verb: string, object: AnyObject, cause: unknown): TestingError {
  const { name = `${object.metadata.generateName}*`, namespace } = object.metadata;
  const key = formatKey(namespace === undefined ? { name } : { namespace, name });
  const why = cause instanceof Error ? cause.message : String(cause);
  return new TestingError("SCENARIO", `cannot ${verb} ${object.kind} ${key}: ${why}`, { cause });
}
