import type { Clock, Scheduled } from "@kubewright/api";
import type { PodFacts } from "../view/pod-facts.ts";
import { Heap } from "./heap.ts";
import { byUrgency, type QueuedPod } from "./queued-pod.ts";

const backOffMs = 1_000;
const longestBackOffMs = 10_000;
/** How long a pod waits at most for a change that helps. */
const patienceMs = 300_000;

/**
 * The pods that are to get a node, most urgent first.
 *
 * One that fits nowhere waits until something changes that may help it, or for five minutes; then it comes after all that have not been
 * tried. One with which something went wrong comes back after a while, which doubles from one second to ten.
 */
export class SchedulingQueue {
  readonly #clock: Clock;
  readonly #onReady: () => void;
  /** By uid: all that are here. */
  readonly #places = new Map<string, Place>();
  readonly #ready = new Heap<QueuedPod>(byUrgency);
  readonly #again = new Heap<QueuedPod>(byUrgency);

  constructor(options: {
    readonly clock: Clock /** Called when there is a pod to take. */;
    readonly onReady: () => void;
  }) {
    this.#clock = options.clock;
    this.#onReady = options.onReady;
  }

  /** Whether a pod is here, however long it has to wait. */
  find(uid: string): QueuedPod | undefined {
    return this.#places.get(uid)?.queued;
  }

  get size(): number {
    return this.#places.size;
  }

  /** Adds a pod that nobody has tried. */
  add(facts: PodFacts): void {
    const queued: QueuedPod = { facts, since: this.#clock.monotonic(), misfits: 0, failures: 0, filters: new Set() };
    this.#put(queued, { state: "ready", queued });
    this.#ready.push(queued);
    this.#onReady();
  }

  /** The next to be tried, which leaves the queue. Undefined when there is none now. */
  take(): QueuedPod | undefined {
    return this.#takeFrom(this.#ready, "ready") ?? this.#takeFrom(this.#again, "again");
  }

  /** Puts back one that fits nowhere. */
  misfit(queued: QueuedPod, filters: ReadonlySet<string>): void {
    queued.misfits++;
    queued.failures = 0;
    queued.filters = filters;
    queued.since = this.#clock.monotonic();
    const timer = this.#clock.schedule(patienceMs, () => this.#retry(queued));
    this.#put(queued, { state: "waiting", queued, timer });
  }

  /** Puts back one with which something went wrong. */
  failed(queued: QueuedPod): void {
    queued.failures++;
    queued.filters = new Set();
    queued.since = this.#clock.monotonic();
    const delayMs = Math.min(backOffMs * 2 ** (queued.failures - 1), longestBackOffMs);
    const timer = this.#clock.schedule(delayMs, () => this.#retry(queued));
    this.#put(queued, { state: "backing off", queued, timer });
  }

  /** Has those that fitted nowhere and that a change may help be tried again. */
  reconsider(mayHelp: (queued: QueuedPod) => boolean): void {
    for (const { state, queued } of [...this.#places.values()]) {
      if (state === "waiting" && mayHelp(queued)) this.#retry(queued);
    }
  }

  /** The pod has changed. */
  update(queued: QueuedPod, facts: PodFacts): void {
    queued.facts = facts;
  }

  remove(uid: string): void {
    this.#leave(uid);
  }

  /** Ends all waiting. */
  close(): void {
    for (const uid of [...this.#places.keys()]) this.#leave(uid);
  }

  #retry(queued: QueuedPod): void {
    this.#put(queued, { state: "again", queued });
    this.#again.push(queued);
    this.#onReady();
  }

  #takeFrom(heap: Heap<QueuedPod>, state: Place["state"]): QueuedPod | undefined {
    for (let queued = heap.pop(); queued !== undefined; queued = heap.pop()) {
      const place = this.#places.get(queued.facts.uid);
      // Those that have left meanwhile are still in the heap.
      if (place?.queued !== queued || place.state !== state) continue;
      this.#places.delete(queued.facts.uid);
      return queued;
    }
    return undefined;
  }

  #put(queued: QueuedPod, place: Place): void {
    this.#leave(queued.facts.uid);
    this.#places.set(queued.facts.uid, place);
  }

  #leave(uid: string): void {
    this.#places.get(uid)?.timer?.cancel();
    this.#places.delete(uid);
  }
}

interface Place {
  readonly state:
    | "ready"
    /** To be tried again, after the ready ones. */
    | "again"
    /** For a change that helps. */
    | "waiting"
    /** For time to go by. */
    | "backing off";
  readonly queued: QueuedPod;
  readonly timer?: Scheduled;
}
