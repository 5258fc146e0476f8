import type { World } from "./filter/filter.ts";
import { type Fitting, findFitting } from "./fit/find-fitting.ts";
import type { KnownNode } from "./view/known-node.ts";
import type { PodFacts } from "./view/pod-facts.ts";

/** Pods for which a node is being made free. Less important ones may not come before them. */
export class Nominations {
  readonly #pods = new Map<string, { readonly facts: PodFacts; readonly nodeName: string }>();

  /** An empty or absent name takes the nomination back. */
  set(facts: PodFacts, nodeName: string | undefined): void {
    if (nodeName) this.#pods.set(facts.uid, { facts, nodeName });
    else this.remove(facts.uid);
  }

  remove(uid: string): void {
    this.#pods.delete(uid);
  }

  /** Where a pod fits, both as nodes are and with the pods on them for which they are being made free. */
  fitting(pod: PodFacts, world: World): Fitting {
    const fitting = findFitting(pod, world);
    const others = [...this.#pods.values()].filter(
      ({ facts }) => facts.uid !== pod.uid && facts.priority >= pod.priority,
    );
    if (others.length === 0 || fitting.nodes.length === 0) return fitting;
    const fuller = new Map<KnownNode, KnownNode>();
    for (const node of fitting.nodes) {
      const coming = others.filter(({ nodeName }) => nodeName === node.node.metadata.name);
      if (coming.length === 0) continue;
      const full = node.without(new Set()) as KnownNode;
      for (const { facts } of coming) full.add(facts);
      fuller.set(node, full);
    }
    if (fuller.size === 0) return fitting;
    const nodes = world.nodes.map((node) => fuller.get(node) ?? node);
    const later = findFitting(pod, { ...world, nodes });
    const stillFits = new Set(later.nodes);
    const refusals = new Map(fitting.refusals);
    for (const [node, full] of fuller) {
      const refusal = later.refusals.get(full);
      if (refusal !== undefined) refusals.set(node, refusal);
    }
    return {
      nodes: fitting.nodes.filter((node) => stillFits.has(fuller.get(node) ?? node)),
      refusals,
      filters: new Set([...fitting.filters, ...later.filters]),
    };
  }
}
