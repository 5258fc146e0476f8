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
import { messageOf } from "../eventually/check-window.ts";
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
      await this.#store(wanted);
    } catch (cause) {
      throw failed("make", wanted, cause);
    }
  }

  async #store(wanted: KubeObject & { status?: unknown }): Promise<void> {
    const { deletionTimestamp, ...metadata } = wanted.metadata;
    const before = this.#made;
    const record = (made: KubeObject): void => {
      this.#made = new ObjectSet([...before, made]);
    };
    let object: KubeObject & { status?: unknown } = await this.#client.create<KubeObject>({ ...wanted, metadata });
    // Whatever fails from here on, it is there, and to be removed.
    record(object);
    // A server ignores the status of what it creates, where that is a subresource.
    if (wanted.status !== undefined && !jsonEqual(wanted.status, object.status)) {
      object = await this.#client.status.update<typeof wanted>({ ...object, status: wanted.status });
      record(object);
    }
    if (deletionTimestamp === undefined) return;
    await this.#client.delete(object);
    record(await this.#client.get(defineKind(groupVersionKindOf(object)), keyOf(object)));
  }

  /**
   * Removes what was made here, and these others, whatever their finalizers wait for.
   *
   * One that cannot be removed keeps none of the others. Rejects with a TestingError that names all that are left.
   */
  async clear(others: Iterable<KubeObject>): Promise<void> {
    const all = new Map([...this.#made, ...others].map((object) => [object.metadata.uid, object]));
    const failures: TestingError[] = [];
    const attempt = async (object: KubeObject, remove: () => Promise<unknown>): Promise<void> => {
      try {
        await remove();
      } catch (cause) {
        if (!isNotFound(cause)) failures.push(failed("remove", object, cause));
      }
    };
    for (const object of [...all.values()].reverse()) await attempt(object, () => this.#remove(object));
    if (this.#isFresh) {
      const fresh = Namespace.of({ metadata: { name: this.#namespace! } });
      await attempt(fresh, () => this.#client.delete(fresh));
    }
    if (failures.length === 0) return;
    if (failures.length === 1) throw failures[0];
    const message = failures.map((failure) => failure.message).join("; ");
    throw new TestingError("SCENARIO", message, { cause: new AggregateError(failures, message) });
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
  return new TestingError("SCENARIO", `cannot ${verb} ${object.kind} ${key}: ${messageOf(cause)}`, { cause });
}
