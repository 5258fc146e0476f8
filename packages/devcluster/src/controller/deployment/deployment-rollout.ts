import {
  type Clock,
  controllerOf,
  hasCause,
  isAlreadyExists,
  isBeingDeleted,
  isNotFound,
  jsonEqual,
} from "@kubewright/api";
import { type Deployment, type DeploymentCondition, type DeploymentStatus, ReplicaSet } from "@kubewright/api/apps/v1";
import type { ReconcileContext } from "@kubewright/runtime";
import { errorText } from "../pod-control/error-text.ts";
import { conditionOf, findCondition, withCondition } from "./deployment-condition.ts";
import { hasDeadline } from "./deployment-status.ts";
import { newSetFor } from "./set/new-set.ts";
import {
  annotationsForRevision,
  maxRevision,
  replicasAnnotations,
  revisionAnnotation,
  revisionOf,
} from "./set/revision.ts";
import { byAge, groupSets, type SetGroup, sizeOf } from "./set/set-group.ts";
import { isSameTemplate } from "./set/template-hash.ts";
import { newSetSize } from "./size/rolling-step.ts";

export interface DeploymentRolloutOptions {
  readonly deployment: Deployment;
  /** All that the deployment manages. */
  readonly sets: readonly ReplicaSet[];
  readonly context: ReconcileContext;
  readonly clock: Clock;
}

/** A deployment and its sets as they are now, and what can be done to them. Each write is seen by what comes after. */
export class DeploymentRollout {
  readonly #context: ReconcileContext;
  readonly #clock: Clock;
  #deployment: Deployment;
  #group: SetGroup;

  constructor({ deployment, sets, context, clock }: DeploymentRolloutOptions) {
    this.#deployment = deployment;
    this.#group = groupSets(deployment, sets);
    this.#context = context;
    this.#clock = clock;
  }

  get deployment(): Deployment {
    return this.#deployment;
  }

  get group(): SetGroup {
    return this.#group;
  }

  get nowMs(): number {
    return this.#clock.now();
  }

  /** Tells of a pause, and of its end, as of progress: whoever resumes has the whole deadline before them. */
  async noticePause(): Promise<void> {
    const { spec, status } = this.#deployment;
    const reason = findCondition(status?.conditions, "Progressing")?.reason;
    if (!hasDeadline(this.#deployment) || reason === "ProgressDeadlineExceeded") return;
    const isPaused = spec.paused === true;
    if (isPaused === (reason === "DeploymentPaused")) return;
    await this.#writeCondition(
      isPaused
        ? this.#progressing("Unknown", "DeploymentPaused", "Deployment is paused")
        : this.#progressing("Unknown", "DeploymentResumed", "Deployment is resumed"),
    );
  }

  /** Makes the new set, if there is one, the latest revision, and has the deployment say which that is. */
  async syncRevision(): Promise<void> {
    const { newSet } = this.#group;
    if (newSet === undefined) return;
    const set = await this.#annotateNewSet(newSet);
    const revision = set.metadata.annotations?.[revisionAnnotation] ?? "";
    const isFirst = hasDeadline(this.#deployment) && !this.#hasProgressing();
    const message = `Found new replica set "${set.metadata.name}"`;
    await this.#writeRevision(revision, isFirst ? this.#progressing("True", "FoundNewReplicaSet", message) : undefined);
  }

  /** The new set, made if there is none. Undefined when the next reconcile has to try under another name. */
  async ensureNewSet(): Promise<ReplicaSet | undefined> {
    const { newSet, oldSets } = this.#group;
    if (newSet !== undefined) return newSet;
    const { events } = this.#context;
    const revision = maxRevision(oldSets) + 1;
    const replicas = newSetSize(this.#deployment, this.#group, 0);
    const wanted = newSetFor(this.#deployment, revision, replicas);
    const { name } = wanted.metadata;
    const set = await this.#createSet(wanted);
    if (set === undefined) return await this.#useOrAvoid(name);
    this.#group = { newSet: set, oldSets };
    if (replicas > 0) {
      const note = `Scaled up replica set ${name} from 0 to ${replicas}`;
      events.normal(this.#deployment, { reason: "ScalingReplicaSet", note });
    }
    const created = this.#progressing("True", "NewReplicaSetCreated", `Created new replica set "${name}"`);
    await this.#writeRevision(String(revision), hasDeadline(this.#deployment) ? created : undefined);
    return set;
  }

  /**
   * Gives a set a size. Says whether that is another one than it had.
   *
   * With `force`, what the set is annotated with is brought up to date also when its size is right.
   */
  async scale(set: ReplicaSet, replicas: number, options: { readonly force?: boolean } = {}): Promise<boolean> {
    const current = this.#latest(set);
    const before = sizeOf(current);
    if (before === replicas && options.force !== true) return false;
    const annotations = { ...current.metadata.annotations, ...replicasAnnotations(this.#deployment) };
    if (before === replicas && jsonEqual(current.metadata.annotations, annotations)) return false;
    await this.#updateSet({
      ...current,
      metadata: { ...current.metadata, annotations },
      spec: { ...current.spec, replicas },
    });
    if (before === replicas) return false;
    const direction = before < replicas ? "up" : "down";
    const note = `Scaled ${direction} replica set ${current.metadata.name} from ${before} to ${replicas}`;
    this.#context.events.normal(this.#deployment, { reason: "ScalingReplicaSet", note });
    return true;
  }

  /** Deletes old sets without pods, the oldest revisions first, until as many are left as the deployment wants to keep. */
  async cleanUp(): Promise<void> {
    const { client, signal } = this.#context;
    const { revisionHistoryLimit: limit } = this.#deployment.spec;
    if (limit === undefined || limit === 2 ** 31 - 1) return;
    const sets = this.#group.oldSets.filter((set) => !isBeingDeleted(set)).sort(byRevision);
    for (const { metadata, spec, status } of sets.slice(0, Math.max(0, sets.length - limit))) {
      const isSeen = (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0);
      if ((status?.replicas ?? 0) > 0 || spec.replicas !== 0 || !isSeen) continue;
      try {
        await client.delete(ReplicaSet, metadata, { signal });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
  }

  /** Writes the status, if it is another one. */
  async writeStatus(status: DeploymentStatus): Promise<void> {
    if (!jsonEqual(this.#deployment.status, status)) await this.#write({ ...this.#deployment, status });
  }

  /** Writes a deployment whose spec is another one. */
  async update(deployment: Deployment): Promise<void> {
    const { client, signal } = this.#context;
    this.#deployment = await client.live.update(deployment, { signal });
  }

  async #annotateNewSet(set: ReplicaSet): Promise<ReplicaSet> {
    const { metadata, spec } = set;
    const minReadySeconds = this.#deployment.spec.minReadySeconds ?? 0;
    const revision = maxRevision(this.#group.oldSets) + 1;
    const annotations = annotationsForRevision(this.#deployment, metadata.annotations ?? {}, revision);
    const isSame = jsonEqual(metadata.annotations ?? {}, annotations);
    if (isSame && (spec.minReadySeconds ?? 0) === minReadySeconds) return set;
    return await this.#updateSet({
      ...set,
      metadata: { ...metadata, annotations },
      spec: { ...spec, minReadySeconds },
    });
  }

  /** Undefined when there is a set of that name. */
  async #createSet(set: ReplicaSet): Promise<ReplicaSet | undefined> {
    const { client, signal } = this.#context;
    try {
      return await client.live.create(set, { signal });
    } catch (error) {
      if (isAlreadyExists(error)) return undefined;
      if (!hasCause(error, "NamespaceTerminating")) await this.#tellFailure(set.metadata.name, error);
      throw error;
    }
  }

  /** There is a set of that name: this deployment's after all, or one for another template. */
  async #useOrAvoid(name: string): Promise<ReplicaSet | undefined> {
    const { client, key, signal } = this.#context;
    const { metadata, spec, status } = this.#deployment;
    const set = await client.live.find(ReplicaSet, { ...key, name }, { signal });
    if (set === undefined) return undefined;
    if (controllerOf(set)?.uid === metadata.uid && isSameTemplate(set.spec.template, spec.template)) {
      this.#group = { ...this.#group, newSet: set };
      return set;
    }
    await this.#write({
      ...this.#deployment,
      status: { ...status, collisionCount: (status?.collisionCount ?? 0) + 1 },
    });
    return undefined;
  }

  async #tellFailure(name: string, error: unknown): Promise<void> {
    const message = `Failed to create new replica set "${name}": ${errorText(error)}`;
    this.#context.events.warning(this.#deployment, { reason: "ReplicaSetCreateError", note: message });
    if (!hasDeadline(this.#deployment)) return;
    try {
      await this.#writeCondition(this.#progressing("False", "ReplicaSetCreateError", message));
    } catch (second) {
      // The failure itself matters more.
      this.#context.log.debug({ err: second }, "cannot write why there is no new replica set");
    }
  }

  #progressing(status: "True" | "False" | "Unknown", reason: string, message: string): DeploymentCondition {
    return conditionOf("Progressing", status, reason, message, this.nowMs);
  }

  #hasProgressing(): boolean {
    return findCondition(this.#deployment.status?.conditions, "Progressing") !== undefined;
  }

  async #writeRevision(revision: string, condition: DeploymentCondition | undefined): Promise<void> {
    const { metadata, status } = this.#deployment;
    if (condition === undefined && metadata.annotations?.[revisionAnnotation] === revision) return;
    const annotations = { ...metadata.annotations, [revisionAnnotation]: revision };
    const conditions = condition === undefined ? status?.conditions : withCondition(status?.conditions, condition);
    await this.#write({
      ...this.#deployment,
      metadata: { ...metadata, annotations },
      status: { ...status, ...(conditions !== undefined && { conditions }) },
    });
  }

  async #writeCondition(condition: DeploymentCondition): Promise<void> {
    const { status } = this.#deployment;
    await this.writeStatus({ ...status, conditions: withCondition(status?.conditions, condition) });
  }

  /** By way of the status, which takes annotations along and leaves the generation alone. */
  async #write(deployment: Deployment): Promise<void> {
    const { client, signal } = this.#context;
    this.#deployment = await client.live.status.update(deployment, { signal });
  }

  async #updateSet(set: ReplicaSet): Promise<ReplicaSet> {
    const { client, signal } = this.#context;
    const updated = await client.live.update(set, { signal });
    const isIt = ({ metadata }: ReplicaSet): boolean => metadata.uid === updated.metadata.uid;
    const { newSet, oldSets } = this.#group;
    this.#group = {
      newSet: newSet !== undefined && isIt(newSet) ? updated : newSet,
      oldSets: oldSets.map((old) => (isIt(old) ? updated : old)),
    };
    return updated;
  }

  #latest(set: ReplicaSet): ReplicaSet {
    const { newSet, oldSets } = this.#group;
    return [newSet, ...oldSets].find((other) => other?.metadata.uid === set.metadata.uid) ?? set;
  }
}

function byRevision(a: ReplicaSet, b: ReplicaSet): number {
  const [first, second] = [revisionOf(a), revisionOf(b)];
  return first === undefined || second === undefined || first === second ? byAge(a, b) : first - second;
}
