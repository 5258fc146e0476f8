import { type Clock, type Condition, type ConditionInput, setCondition } from "@kubewright/operator";
import type { Memcached, MemcachedStatus } from "../api/v1alpha1/memcached.ts";
import { selectorLabels } from "../resource/label.ts";
import { conditionsOf, type Observation } from "./condition.ts";
import { isReady } from "./instance.ts";

/** The conditions of a Memcached with these in place of those of their type. */
export function conditionsWith(
  { metadata, status }: Memcached,
  changed: readonly ConditionInput[],
  clock: Pick<Clock, "now">,
): Condition[] {
  const conditions = (status?.conditions ?? []).map((condition) => ({ ...condition }));
  const observedGeneration = metadata.generation ?? 0;
  for (const condition of changed) setCondition(conditions, { ...condition, observedGeneration }, clock);
  return conditions;
}

/** The status of a Memcached as it is. */
export function statusOf(
  memcached: Memcached,
  observation: Observation & { readonly port: number },
  clock: Pick<Clock, "now">,
): MemcachedStatus {
  const { instances, port } = observation;
  const ready = instances.filter(isReady);
  const labels = Object.entries(selectorLabels(memcached.metadata.name));
  return {
    nodes: instances.map(({ metadata }) => metadata.name),
    endpoints: ready.flatMap(({ status }) => (status?.podIP === undefined ? [] : [endpoint(status.podIP, port)])),
    replicas: instances.length,
    readyReplicas: ready.length,
    selector: labels.map(([name, value]) => `${name}=${value}`).join(","),
    observedGeneration: memcached.metadata.generation ?? 0,
    conditions: conditionsWith(memcached, conditionsOf(observation), clock),
  };
}

function endpoint(address: string, port: number): string {
  return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}
