import type { Node, Pod } from "@kubewright/api/core/v1";
import type { PodFacts } from "./pod-facts.ts";
import { type Amounts, add, amountsOf } from "./pod-requests.ts";

/** A node, with the pods that are bound to it or soon will be. */
export class NodeState {
  readonly #pods = new Map<string, PodFacts>();
  readonly #requested = new Map<string, number>();
  readonly #requestedForScores = new Map<string, number>();
  #node: Node | undefined;
  #allocatable: Amounts = new Map();

  /** Undefined while only its pods are known. */
  get node(): Node | undefined {
    return this.#node;
  }

  set node(node: Node | undefined) {
    this.#node = node;
    this.#allocatable = amountsOf(node?.status?.allocatable);
  }

  /** What its pods may have in all. */
  get allocatable(): Amounts {
    return this.#allocatable;
  }

  /** What its pods ask for in all. */
  get requested(): Amounts {
    return this.#requested;
  }

  get requestedForScores(): Amounts {
    return this.#requestedForScores;
  }

  get size(): number {
    return this.#pods.size;
  }

  get facts(): Iterable<PodFacts> {
    return this.#pods.values();
  }

  *pods(): Iterable<Pod> {
    for (const { pod } of this.#pods.values()) yield pod;
  }

  add(facts: PodFacts): void {
    this.remove(facts.uid);
    this.#pods.set(facts.uid, facts);
    add(this.#requested, facts.requests);
    add(this.#requestedForScores, facts.requestsForScores);
  }

  remove(uid: string): void {
    const facts = this.#pods.get(uid);
    if (facts === undefined) return;
    this.#pods.delete(uid);
    add(this.#requested, facts.requests, -1);
    add(this.#requestedForScores, facts.requestsForScores, -1);
  }

  /** The same node without some of its pods. */
  without(uids: ReadonlySet<string>): NodeState {
    const other = new NodeState();
    other.node = this.#node;
    for (const facts of this.#pods.values()) if (!uids.has(facts.uid)) other.add(facts);
    return other;
  }
}
