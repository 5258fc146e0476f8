import { type KubeObject, stringifyJson } from "@kubewright/api";
import type { ApplyOptions } from "@kubewright/client";
import { digestOf } from "../../digest.ts";

/** What is written: the object, or its status. */
export type AppliedPart = "object" | "status";

/** One apply: what was wanted, and how. */
export interface AppliedConfiguration {
  readonly part: AppliedPart;
  /** Part, manager and validation. Not force: what was applied and stays as it was is the manager's, so that there is nothing to force. */
  readonly manner: string;
  readonly digest: string;
}

/** An apply as it is asked for now. */
export function appliedConfiguration(
  part: AppliedPart,
  object: KubeObject,
  { fieldManager, fieldValidation }: ApplyOptions,
): AppliedConfiguration {
  const manner = JSON.stringify([part, fieldManager ?? null, fieldValidation ?? null]);
  // The uid says which object is meant, not what is wanted of it.
  const { uid: _, ...metadata } = object.metadata;
  return { part, manner, digest: digestOf(stringifyJson({ ...object, metadata })) };
}

interface Entry {
  readonly digest: string;
  readonly state: string;
}

export interface AppliedConfigurationsOptions {
  /** Of the objects that are remembered; the one that was applied or asked for longest ago goes first. @default 50_000 */
  readonly maxObjects?: number;
}

/** Remembers which configurations were applied, and what the objects were then. Keeps digests, not objects. */
export class AppliedConfigurations {
  /** By uid, then by part and manner. In the order in which they were last used. */
  readonly #objects = new Map<string, Map<string, Entry>>();
  readonly #maxObjects: number;

  constructor(options: AppliedConfigurationsOptions = {}) {
    this.#maxObjects = options.maxObjects ?? 50_000;
  }

  get size(): number {
    return this.#objects.size;
  }

  /** It was applied, and made of the object what `state` stands for. */
  remember(uid: string, { manner, digest }: AppliedConfiguration, state: string): void {
    const entries = this.#objects.get(uid) ?? new Map<string, Entry>();
    entries.set(manner, { digest, state });
    this.#use(uid, entries);
    for (const oldest of this.#objects.keys()) {
      if (this.#objects.size <= this.#maxObjects) break;
      this.#objects.delete(oldest);
    }
  }

  /** Whether this was the last configuration of its part that was applied in this manner, and led to this state. */
  has(uid: string, { manner, digest }: AppliedConfiguration, state: string): boolean {
    const entries = this.#objects.get(uid);
    if (entries === undefined) return false;
    this.#use(uid, entries);
    const entry = entries.get(manner);
    return entry?.state === state && entry.digest === digest;
  }

  forget(uid: string): void {
    this.#objects.delete(uid);
  }

  #use(uid: string, entries: Map<string, Entry>): void {
    this.#objects.delete(uid);
    this.#objects.set(uid, entries);
  }
}

/**
 * What an apply would have to change again if it were not so any more.
 *
 * The generation stands for all of an object but its metadata and status, for kinds with a `spec`: of the others, some have one that never
 * changes. Where there is none, or the cache changes what it keeps (`isFaithful` is false), only an object that nobody wrote to is the same.
 */
export function stateOf(object: KubeObject, part: AppliedPart, isFaithful: boolean): string {
  const { generation, labels, annotations, ownerReferences, finalizers, resourceVersion } = object.metadata;
  if (!isFaithful) return `version ${resourceVersion}`;
  if (part === "status") return digestOf(stringifyJson((object as { status?: unknown }).status ?? null));
  if (generation === undefined || !("spec" in object)) return `version ${resourceVersion}`;
  return digestOf(stringifyJson([generation, labels, annotations, ownerReferences, finalizers]));
}
