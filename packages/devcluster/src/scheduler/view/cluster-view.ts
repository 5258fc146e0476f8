import type { Node, Pod } from "@kubewright/api/core/v1";
import type { KnownNode } from "./known-node.ts";
import { NodeState } from "./node-state.ts";
import { factsOf, type PodFacts, renewedFacts } from "./pod-facts.ts";

/**
 * The nodes and who is on them, as the scheduler takes them to be: as the server says, and as the scheduler has decided since.
 *
 * A pod that is assumed to be on a node stays there until the server says where it is, or `forget`.
 */
export class ClusterView {
  readonly #nodes = new Map<string, NodeState>();
  /** By uid. */
  readonly #placed = new Map<string, { readonly nodeName: string; readonly isAssumed: boolean }>();
  #known: readonly KnownNode[] | undefined;

  /** Those that there are, in the order in which they came. */
  get nodes(): readonly KnownNode[] {
    this.#known ??= [...this.#nodes.values()].filter((state): state is KnownNode => state.node !== undefined);
    return this.#known;
  }

  setNode(node: Node): void {
    const { name } = node.metadata;
    const state = this.#stateOf(name);
    if (state.node === undefined) {
      // One that comes again comes last.
      this.#nodes.delete(name);
      this.#nodes.set(name, state);
    }
    state.node = node;
    this.#known = undefined;
  }

  removeNode(name: string): void {
    const state = this.#nodes.get(name);
    if (state === undefined) return;
    state.node = undefined;
    this.#known = undefined;
    this.#forgetEmpty(name, state);
  }

  /** Takes note of a pod on its node, as the server tells. */
  setPod(pod: Pod): void {
    const uid = pod.metadata.uid ?? "";
    const known = this.#nodes.get(this.#placed.get(uid)?.nodeName ?? "")?.factsOf(uid);
    const facts = known === undefined ? factsOf(pod) : renewedFacts(known, pod);
    this.#place(facts, pod.spec.nodeName ?? "", false);
  }

  removePod(uid: string): void {
    const placed = this.#placed.get(uid);
    if (placed === undefined) return;
    this.#placed.delete(uid);
    const state = this.#nodes.get(placed.nodeName);
    state?.remove(uid);
    if (state !== undefined) this.#forgetEmpty(placed.nodeName, state);
  }

  /** Has a pod be on a node from now on, before the server knows. */
  assume(facts: PodFacts, nodeName: string): void {
    this.#place(facts, nodeName, true);
  }

  isAssumed(uid: string): boolean {
    return this.#placed.get(uid)?.isAssumed === true;
  }

  /** Takes back what was assumed, unless the server has said so meanwhile. */
  forget(uid: string): void {
    if (this.isAssumed(uid)) this.removePod(uid);
  }

  #place(facts: PodFacts, nodeName: string, isAssumed: boolean): void {
    const placed = this.#placed.get(facts.uid);
    if (placed !== undefined && placed.nodeName !== nodeName) this.removePod(facts.uid);
    this.#placed.set(facts.uid, { nodeName, isAssumed });
    this.#stateOf(nodeName).add(facts);
  }

  #stateOf(name: string): NodeState {
    const state = this.#nodes.get(name) ?? new NodeState();
    this.#nodes.set(name, state);
    return state;
  }

  #forgetEmpty(name: string, state: NodeState): void {
    if (state.node === undefined && state.size === 0) this.#nodes.delete(name);
  }
}
