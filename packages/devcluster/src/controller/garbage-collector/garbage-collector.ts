import { type Clock, isNotFound, type MetadataObject } from "@kubewright/api";
import type { Client } from "@kubewright/client";
import { type EventRecorder, exponentialBackOff, type RateLimiter, Result } from "@kubewright/runtime";
import { AbsentOwners } from "./absent-owners.ts";
import { CollectedObject } from "./collected-object.ts";
import { coordinatesIn, formatCoordinates, type ObjectNode } from "./object-node.ts";
import { OwnerGraph, waitOf } from "./owner-graph.ts";
import { ImpossibleOwnerError, OwnerLookup, UnservedKindError } from "./owner-lookup.ts";

export interface GarbageCollectorOptions {
  /** Asks the server each time. */
  readonly client: Client;
  readonly events: EventRecorder;
  readonly clock: Clock;
  readonly random: () => number;
  /** Told the uid of each object that is to be worked on. */
  readonly check: (uid: string) => void;
}

/** So many dependents of one owner are orphaned at once. */
const atOnce = 50;

export interface WorkOptions {
  /** What it writes with; asks the server each time. */
  readonly client: Client;
  readonly signal: AbortSignal;
}

/** Deletes objects whose owners are gone, and does what deletions in the foreground and of orphans' owners wait for. */
export class GarbageCollector {
  /** Whoever sees objects puts them here. */
  readonly graph: OwnerGraph;
  readonly #options: GarbageCollectorOptions;
  readonly #lookup: OwnerLookup;
  /** How long to wait for what may come by itself. */
  readonly #patience: RateLimiter = exponentialBackOff();
  /** Objects whose owners are of kinds that the server does not serve. */
  readonly #waitingForKind = new Set<string>();

  constructor(options: GarbageCollectorOptions) {
    const absent = new AbsentOwners();
    this.#options = options;
    this.#lookup = new OwnerLookup(options.client, absent);
    this.graph = new OwnerGraph({
      check: options.check,
      absent,
      onForeignOwner: (dependent, reference) => {
        const { apiVersion, kind, namespace, name, uid } = dependent;
        const owner = formatCoordinates(coordinatesIn(namespace, reference));
        options.events.warning(
          { apiVersion, kind, metadata: { name, uid, ...(namespace !== "" && { namespace }) } },
          {
            reason: "OwnerRefInvalidNamespace",
            note: `ownerRef ${owner} does not exist in namespace ${JSON.stringify(namespace)}`,
          },
        );
      },
    });
  }

  /** Tries again what failed because the server did not serve a kind. */
  kindsChanged(): void {
    for (const uid of this.#waitingForKind) this.#options.check(uid);
    this.#waitingForKind.clear();
  }

  /** Does what is to be done about one object now. */
  async work(uid: string, options: WorkOptions): Promise<Result> {
    const node = this.graph.get(uid);
    if (node === undefined) return this.#done(uid);
    try {
      const isSettled = await this.#workOn(node, options);
      return isSettled ? this.#done(uid) : this.#later(uid);
    } catch (error) {
      if (error instanceof ImpossibleOwnerError) return this.#done(uid);
      if (!(error instanceof UnservedKindError)) throw error;
      this.#waitingForKind.add(uid);
      return this.#later(uid);
    }
  }

  /** Says whether there is nothing more to do until something changes. */
  async #workOn(node: ObjectNode, options: WorkOptions): Promise<boolean> {
    const object = this.#objectOf(node, options);
    if (node.waitsFor === "dependents-orphaned") return await this.#orphan(node, object, options);
    if (node.waitsFor === "dependents-deleted") return await this.#goOnInForeground(node, object);
    if (node.isBeingDeleted || this.graph.isKept(node)) return true;
    const latest = await object.latest();
    if (latest === undefined) {
      this.graph.remove(node.uid);
      return true;
    }
    return await this.#collect(node, object, latest, options);
  }

  async #collect(
    node: ObjectNode,
    object: CollectedObject,
    latest: MetadataObject,
    options: WorkOptions,
  ): Promise<boolean> {
    const references = latest.metadata.ownerReferences ?? [];
    if (references.length === 0) return true;
    const { solid, dangling, waiting } = await this.#lookup.sort(node, references, options);
    if (solid.length > 0) {
      // Those that wait would wait for ever for an object that stays.
      const useless = [...dangling, ...waiting];
      if (useless.length > 0) await object.removeOwners(useless.map(({ uid }) => uid));
      // Of the end of an owner that was never seen, nobody would be told.
      return solid.every(({ uid }) => this.graph.get(uid) !== undefined);
    }
    try {
      await object.delete(latest, await this.#policyFor(node, object, latest, waiting.length > 0));
    } catch (error) {
      if (!isNotFound(error)) throw error;
      this.graph.remove(node.uid);
    }
    return true;
  }

  async #policyFor(
    node: ObjectNode,
    object: CollectedObject,
    { metadata }: MetadataObject,
    isAwaited: boolean,
  ): Promise<"Foreground" | "Orphan" | "Background"> {
    const dependents = this.graph.dependentsOf(node.uid);
    if (isAwaited && dependents.length > 0) {
      // One that waits for another that waits for it: a circle, which is opened here.
      const isCircle = dependents.some(({ waitsFor }) => waitsFor === "dependents-deleted");
      if (isCircle) await object.unblockOwners();
      return "Foreground";
    }
    const wait = waitOf(metadata.finalizers);
    if (wait === undefined) return "Background";
    return wait === "dependents-orphaned" ? "Orphan" : "Foreground";
  }

  async #goOnInForeground(node: ObjectNode, object: CollectedObject): Promise<boolean> {
    const blockers = this.graph.blockersOf(node.uid);
    if (blockers.length === 0) await object.removeFinalizer("foregroundDeletion");
    for (const { uid, isBeingDeleted } of blockers) if (!isBeingDeleted) this.#options.check(uid);
    return true;
  }

  async #orphan(node: ObjectNode, object: CollectedObject, options: WorkOptions): Promise<boolean> {
    const dependents = this.graph.dependentsOf(node.uid);
    for (let at = 0; at < dependents.length; at += atOnce) {
      const some = dependents.slice(at, at + atOnce);
      await Promise.all(some.map((dependent) => this.#release(dependent, node, options)));
    }
    await object.removeFinalizer("orphan");
    return true;
  }

  async #release(dependent: ObjectNode, owner: ObjectNode, options: WorkOptions): Promise<void> {
    try {
      await this.#objectOf(dependent, options).removeOwners([owner.uid]);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  #objectOf(node: ObjectNode, { client, signal }: WorkOptions): CollectedObject {
    const { clock, random } = this.#options;
    return new CollectedObject(node, { client, lookup: this.#lookup, clock, random, signal });
  }

  #done(uid: string): Result {
    this.#patience.forget(uid);
    this.#waitingForKind.delete(uid);
    return Result.done();
  }

  #later(uid: string): Result {
    return Result.requeueAfter(this.#patience.delayMs(uid, this.#options.clock.monotonic()));
  }
}
