import { type Clock, isNotFound } from "@kubewright/api";
import type { Pod } from "@kubewright/api/core/v1";
import type { EventRecorder, HandlerRegistration, Logger, ObjectEvent } from "@kubewright/runtime";
import type { World } from "./filter/filter.ts";
import { filters } from "./filter/filters.ts";
import { chooseNode } from "./fit/choose-node.ts";
import type { Fitting } from "./fit/find-fitting.ts";
import { availabilityText, refusalsText } from "./fit/misfit-text.ts";
import { findPreemption, type Preemption } from "./fit/preempt.ts";
import { Nominations } from "./nominations.ts";
import type { PodWriter, Unscheduled } from "./pod-writer.ts";
import type { QueuedPod } from "./queue/queued-pod.ts";
import { SchedulingQueue } from "./queue/scheduling-queue.ts";
import type { ScoreWorld } from "./score/score.ts";
import type { ClusterChange } from "./view/cluster-change.ts";
import { ClusterView } from "./view/cluster-view.ts";
import { factsOf, hasEnded, type PodFacts } from "./view/pod-facts.ts";
import { siblingsOf, type WatchedKinds } from "./view/watched-kinds.ts";

/** Events say no more than so many bytes. */
const noteLimit = 1024;
/** Writes that are under way at once, at most. */
const writeLimit = 64;

export interface SchedulerOptions {
  /** Whose pods it schedules: those that name it. */
  readonly name: string;
  readonly watched: WatchedKinds;
  readonly writer: PodWriter;
  readonly events: EventRecorder;
  readonly clock: Clock;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  readonly log: Logger;
}

/** Finds nodes for pods. */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #view = new ClusterView();
  readonly #queue: SchedulingQueue;
  readonly #nominations = new Nominations();
  readonly #writes = new Set<Promise<void>>();
  #wake: () => void = () => {};

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#queue = new SchedulingQueue({ clock: options.clock, onReady: () => this.#wake() });
  }

  /** Works until `signal` aborts, and then finishes what it writes. */
  async run(signal: AbortSignal): Promise<void> {
    const handlers = this.#watch();
    const onAbort = (): void => this.#wake();
    signal.addEventListener("abort", onAbort);
    try {
      await Promise.all(handlers.map((handler) => handler.whenSynced({ signal })));
      while (!signal.aborted) await this.#next(signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener("abort", onAbort);
      for (const handler of handlers) handler.remove();
      this.#queue.close();
      await Promise.all(this.#writes);
    }
  }

  async #next(signal: AbortSignal): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    const queued = this.#queue.take();
    if (queued === undefined) {
      if (!signal.aborted) await woken;
      return;
    }
    try {
      this.#schedule(queued, signal);
    } catch (error) {
      this.#failed(queued, error, signal);
    }
    if (this.#writes.size >= writeLimit) await Promise.race(this.#writes);
  }

  #watch(): HandlerRegistration[] {
    const { nodes, pods, claims, namespaces } = this.#options.watched;
    return [
      // Namespaces and nodes before the pods that are in and on them.
      namespaces.addHandler(() => {}),
      nodes.addHandler((event) => {
        const old = event.type === "added" ? undefined : event.type === "updated" ? event.old : event.object;
        const now = event.type === "deleted" ? undefined : event.object;
        if (now === undefined) this.#view.removeNode(event.object.metadata.name);
        else this.#view.setNode(now);
        this.#changed({ kind: "node", old, now });
      }),
      claims.addHandler((event) => {
        if (event.type !== "deleted") this.#changed({ kind: "claim", now: event.object });
      }),
      pods.addHandler((event) => this.#podChanged(event)),
    ];
  }

  #podChanged(event: ObjectEvent<Pod>): void {
    const { object } = event;
    const uid = object.metadata.uid ?? "";
    const old = event.type === "updated" && isPlaced(event.old) ? event.old : undefined;
    if (event.type === "deleted" || hasEnded(object)) {
      this.#queue.remove(uid);
      this.#nominations.remove(uid);
      this.#view.removePod(uid);
      const last = event.type === "deleted" ? object : event.type === "updated" ? event.old : undefined;
      if (last !== undefined && isPlaced(last)) this.#changed({ kind: "placed pod", old: last, now: undefined });
    } else if (isPlaced(object)) {
      this.#queue.remove(uid);
      this.#nominations.remove(uid);
      this.#view.setPod(object);
      this.#changed({ kind: "placed pod", old, now: object });
    } else if (object.spec.schedulerName === this.#options.name) {
      this.#toSchedule(object, event.type === "updated" ? event.old : undefined);
    }
  }

  #toSchedule(pod: Pod, old: Pod | undefined): void {
    const uid = pod.metadata.uid ?? "";
    if ((pod.spec.schedulingGates ?? []).length > 0 || this.#view.isAssumed(uid)) return;
    const facts = factsOf(pod);
    this.#nominations.set(facts, pod.status?.nominatedNodeName);
    const queued = this.#queue.find(uid);
    if (queued === undefined) {
      this.#queue.add(facts);
      return;
    }
    this.#queue.update(queued, facts);
    if (old === undefined) return;
    const change: ClusterChange = { kind: "pod itself", old, now: pod };
    this.#queue.reconsider((other) => other === queued && this.#mayHelp(other, change));
  }

  #changed(change: ClusterChange): void {
    if (this.#queue.size > 0) this.#queue.reconsider((queued) => this.#mayHelp(queued, change));
  }

  #mayHelp({ facts, filters: refusing }: QueuedPod, change: ClusterChange): boolean {
    const world = this.#world();
    return filters.some(({ name, mayHelp }) => refusing.has(name) && mayHelp(facts, change, world));
  }

  #world(): ScoreWorld {
    const { watched } = this.#options;
    return {
      nodes: this.#view.nodes,
      namespaceLabels: (name) => watched.namespaces.store.get(name)?.metadata.labels,
      claim: (namespace, name) => watched.claims.store.get(`${namespace}/${name}`),
      siblings: (pod) => siblingsOf(pod, watched),
    };
  }

  #schedule(queued: QueuedPod, signal: AbortSignal): void {
    const { facts } = queued;
    const { namespace, name, deletionTimestamp } = facts.pod.metadata;
    if (deletionTimestamp !== undefined) {
      this.#warn(facts, `skip schedule deleting pod: ${namespace}/${name}`);
      return;
    }
    const world = this.#world();
    if (world.nodes.length === 0) {
      this.#queue.failed(queued);
      this.#refuse(facts, { reason: "Unschedulable", message: "no nodes available to schedule pods" }, signal);
      return;
    }
    const fitting = this.#nominations.fitting(facts, world);
    if (fitting.nodes.length === 0) {
      this.#misfit(queued, fitting, world, signal);
      return;
    }
    const nodeName = chooseNode(facts, fitting.nodes, world, this.#options.random).node.metadata.name;
    this.#view.assume(facts, nodeName);
    this.#write(this.#bind(queued, nodeName, signal));
  }

  async #bind(queued: QueuedPod, nodeName: string, signal: AbortSignal): Promise<void> {
    const { facts } = queued;
    const { namespace, name } = facts.pod.metadata;
    try {
      await this.#options.writer.bind(facts, nodeName, signal);
      this.#nominations.remove(facts.uid);
      const note = `Successfully assigned ${namespace}/${name} to ${nodeName}`;
      this.#options.events.normal(facts.pod, { reason: "Scheduled", action: "Binding", note });
    } catch (error) {
      this.#view.forget(facts.uid);
      if (signal.aborted) return;
      this.#changed({ kind: "placed pod", old: facts.pod, now: undefined });
      const cause = error instanceof Error ? error.message : String(error);
      this.#failed(queued, new Error(`running Bind plugin "DefaultBinder": ${cause}`, { cause: error }), signal);
    }
  }

  #misfit(queued: QueuedPod, fitting: Fitting, world: World, signal: AbortSignal): void {
    const { facts } = queued;
    const { reason, refusals } = fitting;
    this.#queue.misfit(queued, fitting.filters);
    const found =
      reason === undefined
        ? refusalsText(world.nodes.length, refusals.values())
        : availabilityText(world.nodes.length, reason);
    // What the reference says when a pod is refused before the plugin that would deallocate claims has looked at it.
    const preemption: Preemption | undefined = reason === undefined ? findPreemption(facts, fitting, world) : undefined;
    if (preemption !== undefined && "victims" in preemption) {
      const { nodeName } = preemption;
      this.#nominations.set(facts, nodeName);
      this.#refuse(facts, { reason: "Unschedulable", message: found, nominatedNodeName: nodeName }, signal);
      this.#write(this.#evictAll(facts, preemption, signal));
      return;
    }
    this.#nominations.remove(facts.uid);
    const why =
      preemption === undefined ? "not found" : `no new claims to deallocate, preemption: ${preemption.reason}`;
    this.#refuse(facts, { reason: "Unschedulable", message: `${found} ${why}`, nominatedNodeName: "" }, signal);
  }

  async #evictAll(
    preemptor: PodFacts,
    { nodeName, victims }: Extract<Preemption, { nodeName: string }>,
    signal: AbortSignal,
  ): Promise<void> {
    for (const victim of victims) {
      if (victim.pod.metadata.deletionTimestamp !== undefined) continue;
      try {
        await this.#options.writer.evict(victim, signal);
      } catch (error) {
        if (isNotFound(error) || signal.aborted) continue;
        this.#options.log.error({ err: error, pod: victim.pod.metadata.name }, "a pod could not be preempted");
        continue;
      }
      const note = `Preempted by pod ${preemptor.uid} on node ${nodeName}`;
      const details = { reason: "Preempted", action: "Preempting", note, related: preemptor.pod };
      this.#options.events.normal(victim.pod, details);
    }
  }

  /** Something went wrong that has nothing to do with nodes: it is tried again after a while. */
  #failed(queued: QueuedPod, error: unknown, signal: AbortSignal): void {
    const { facts } = queued;
    const { namespace, name } = facts.pod.metadata;
    this.#options.log.error({ err: error, namespace, name }, "a pod could not be scheduled: it is tried again");
    const known = this.#options.watched.pods.store.get(`${namespace}/${name}`);
    const isStill = known?.metadata.uid === facts.uid && !isPlaced(known);
    if (isStill) this.#queue.failed({ ...queued, facts: factsOf(known) });
    const message = error instanceof Error ? error.message : String(error);
    this.#refuse(facts, { reason: "SchedulerError", message }, signal);
  }

  #refuse(facts: PodFacts, unscheduled: Unscheduled, signal: AbortSignal): void {
    this.#warn(facts, unscheduled.message);
    this.#write(this.#options.writer.refuse(facts, unscheduled, signal));
  }

  #warn({ pod }: PodFacts, message: string): void {
    const note =
      new TextEncoder().encode(message).length <= noteLimit ? message : `${message.slice(0, noteLimit - 4)} ...`;
    this.#options.events.warning(pod, { reason: "FailedScheduling", action: "Scheduling", note });
  }

  #write(work: Promise<void>): void {
    const done = work
      .catch((error) => {
        if (!isNotFound(error)) this.#options.log.warn({ err: error }, "the scheduler could not write");
      })
      .finally(() => this.#writes.delete(done));
    this.#writes.add(done);
  }
}

function isPlaced({ spec }: Pod): boolean {
  return (spec.nodeName ?? "") !== "";
}
