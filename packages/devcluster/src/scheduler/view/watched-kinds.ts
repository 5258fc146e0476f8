import { controllerOf, formatKey, type KubeObject, Selector } from "@kubewright/api";
import { ReplicaSet, StatefulSet } from "@kubewright/api/apps/v1";
import { Namespace, Node, PersistentVolumeClaim, Pod, ReplicationController, Service } from "@kubewright/api/core/v1";
import type { Informer, InformerCache } from "@kubewright/runtime";

/** What the scheduler keeps an eye on. */
export interface WatchedKinds {
  readonly nodes: Informer<Node>;
  readonly pods: Informer<Pod>;
  readonly namespaces: Informer<Namespace>;
  readonly claims: Informer<PersistentVolumeClaim>;
  readonly services: Informer<Service>;
  readonly replicaSets: Informer<ReplicaSet>;
  readonly statefulSets: Informer<StatefulSet>;
  readonly replicationControllers: Informer<ReplicationController>;
}

export function watchedKinds(cache: InformerCache): WatchedKinds {
  return {
    nodes: cache.informer(Node),
    pods: cache.informer(Pod),
    namespaces: cache.informer(Namespace),
    claims: cache.informer(PersistentVolumeClaim),
    services: cache.informer(Service),
    replicaSets: cache.informer(ReplicaSet),
    statefulSets: cache.informer(StatefulSet),
    replicationControllers: cache.informer(ReplicationController),
  };
}

/** Selects the pods of the services that a pod belongs to and of its controller. Empty for one that stands alone. */
export function siblingsOf(pod: Pod, watched: WatchedKinds): Selector {
  const { namespace = "", labels } = pod.metadata;
  const selectors: Record<string, string>[] = [];
  for (const { spec } of watched.services.store.list(namespace)) {
    if (spec?.selector === undefined || Object.keys(spec.selector).length === 0) continue;
    if (Selector.forLabels(spec.selector).matches(labels)) selectors.push(spec.selector);
  }
  const owner = controllerOf(pod);
  const ownerIn = <T extends KubeObject>(kind: { readonly kind: string }, { store }: Informer<T>): T | undefined =>
    owner?.kind === kind.kind ? store.get(formatKey({ namespace, name: owner.name })) : undefined;
  const controller = ownerIn(ReplicationController, watched.replicationControllers);
  const set = ownerIn(ReplicaSet, watched.replicaSets) ?? ownerIn(StatefulSet, watched.statefulSets);
  const both = Selector.forLabels(Object.assign({}, ...selectors, controller?.spec?.selector ?? {}));
  return set === undefined ? both : both.and(...Selector.from(set.spec?.selector).requirements);
}
