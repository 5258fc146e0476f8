import { type Clock, isConflict } from "@kubewright/api";
import { Node } from "@kubewright/api/core/v1";
import { type EventRecorder, type ReconcileContext, type Reconciler, Result } from "@kubewright/runtime";
import type { ClusterController } from "../cluster-controller.ts";
import { wantedTaints } from "./node-taints.ts";

/** Labels of which an older spelling is kept. */
const olderLabels: Readonly<Record<string, string>> = {
  "kubernetes.io/os": "beta.kubernetes.io/os",
  "kubernetes.io/arch": "beta.kubernetes.io/arch",
};

/** The controller that keeps pods off nodes which are not well. */
export function nodeLifecycleController(): ClusterController {
  return {
    name: "node-lifecycle-controller",
    addTo({ manager, clock }) {
      manager
        .controller("node-lifecycle-controller")
        .for(Node)
        .reconcile(new NodeLifecycleReconciler(clock, manager.events("node-controller")));
    },
  };
}

class NodeLifecycleReconciler implements Reconciler {
  readonly #clock: Clock;
  readonly #events: EventRecorder;
  /** By name. */
  readonly #known = new Map<string, Node>();

  constructor(clock: Clock, events: EventRecorder) {
    this.#clock = clock;
    this.#events = events;
  }

  async reconcile({ key, client, signal }: ReconcileContext): Promise<Result> {
    const node = await client.find(Node, key, { signal });
    this.#tell(key.name, node);
    if (node === undefined) return Result.done();
    const { labels = {}, resourceVersion } = node.metadata;
    const taints = wantedTaints(node, this.#clock.now());
    const older = Object.entries(olderLabels).flatMap(([label, old]) => {
      const value = labels[label];
      return value === undefined || labels[old] === value ? [] : [[old, value] as const];
    });
    if (taints === undefined && older.length === 0) return Result.done();
    const metadata = { ...(resourceVersion !== undefined && { resourceVersion }), labels: Object.fromEntries(older) };
    try {
      await client.patch(
        Node,
        key,
        { merge: { metadata, ...(taints !== undefined && { spec: { taints } }) } },
        { signal },
      );
    } catch (error) {
      // It has changed meanwhile, and will be looked at again for that.
      if (!isConflict(error)) throw error;
    }
    return Result.done();
  }

  #tell(name: string, node: Node | undefined): void {
    const known = this.#known.get(name);
    if (known?.metadata.uid === node?.metadata.uid) return;
    if (known !== undefined) {
      const note = `Node ${name} event: Removing Node ${name} from Controller`;
      this.#events.normal(known, { reason: "RemovingNode", note });
      this.#known.delete(name);
    }
    if (node !== undefined) {
      const note = `Node ${name} event: Registered Node ${name} in Controller`;
      this.#events.normal(node, { reason: "RegisteredNode", note });
      this.#known.set(name, node);
    }
  }
}
