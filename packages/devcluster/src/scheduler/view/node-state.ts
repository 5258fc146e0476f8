import { jsonEqual, type Selector } from "@kubewright/api";
import type { Node } from "@kubewright/api/core/v1";
import { hasTerms, type PodFacts } from "./pod-facts.ts";
import { type Amounts, add, amountsOf } from "./pod-requests.ts";

/** A node, with the pods that are bound to it or soon will be. */
export class NodeState {
  readonly #pods = new Map<string, PodFacts>();
  readonly #requested = new Map<string, number>();
  readonly #requestedForScores = new Map<string, number>();
  /** Of those that have terms, as few have. */
  readonly #choosy = new Map<string, PodFacts>();
  /** What was counted, and is kept up to date: the same selectors are asked for again and again. */
  readonly #counts = new Map<string, SelectedCount>();
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

  /** Of the pods that want to be near others, or far from them. */
  get choosyFacts(): Iterable<PodFacts> {
    return this.#choosy.values();
  }

  /** How many of its pods a selector counts: those of a namespace that nobody is deleting. */
  countSelected(selector: Selector, namespace: string | undefined): number {
    if (selector.isEmpty) return 0;
    const key = `${namespace ?? ""}/${selector}`;
    const known = this.#counts.get(key);
    if (known !== undefined) return known.count;
    const counted = { selector, namespace, count: 0 };
    for (const facts of this.#pods.values()) if (selects(counted, facts)) counted.count++;
    if (this.#counts.size >= maxCounts) this.#counts.clear();
    this.#counts.set(key, counted);
    return counted.count;
  }

  /** Of one of its pods. */
  factsOf(uid: string): PodFacts | undefined {
    return this.#pods.get(uid);
  }

  add(facts: PodFacts): void {
    const known = this.#pods.get(facts.uid);
    if (known !== undefined && countsAs(known, facts)) {
      this.#pods.set(facts.uid, facts);
      if (this.#choosy.has(facts.uid)) this.#choosy.set(facts.uid, facts);
      return;
    }
    this.remove(facts.uid);
    this.#count(facts, 1);
    this.#pods.set(facts.uid, facts);
    if (hasTerms(facts)) this.#choosy.set(facts.uid, facts);
    add(this.#requested, facts.requests);
    add(this.#requestedForScores, facts.requestsForScores);
  }

  remove(uid: string): void {
    const facts = this.#pods.get(uid);
    if (facts === undefined) return;
    this.#count(facts, -1);
    this.#pods.delete(uid);
    this.#choosy.delete(uid);
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

  #count(facts: PodFacts, by: 1 | -1): void {
    for (const counted of this.#counts.values()) if (selects(counted, facts)) counted.count += by;
  }
}

/** How many counts are kept at most: each costs something for each pod that comes or goes. */
const maxCounts = 32;

interface SelectedCount {
  readonly selector: Selector;
  readonly namespace: string | undefined;
  count: number;
}

function selects({ selector, namespace }: SelectedCount, { pod: { metadata } }: PodFacts): boolean {
  return (
    metadata.namespace === namespace && metadata.deletionTimestamp === undefined && selector.matches(metadata.labels)
  );
}

/** Whether nothing that is summed up or counted is another for a pod that has changed. */
function countsAs(before: PodFacts, after: PodFacts): boolean {
  if (before.requests !== after.requests || before.terms !== after.terms) return false;
  const [old, now] = [before.pod.metadata, after.pod.metadata];
  return old.deletionTimestamp === now.deletionTimestamp && jsonEqual(old.labels, now.labels);
}
