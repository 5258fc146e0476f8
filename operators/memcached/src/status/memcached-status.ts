import type { Pod } from "@kubewright/api/core/v1";
import { type Clock, type Condition, type ConditionInput, setCondition } from "@kubewright/operator";
import type { Memcached, MemcachedStatus } from "../api/v1/memcached.ts";
import { portName } from "../resource/container.ts";
import { selectorLabels } from "../resource/label.ts";
import { availableOf, conditionsOf, type Observation, starting } from "./condition.ts";
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
export function statusOf(memcached: Memcached, observation: Observation, clock: Pick<Clock, "now">): MemcachedStatus {
  const { instances } = observation;
  const ready = instances.filter(isReady);
  const labels = Object.entries(selectorLabels(memcached.metadata.name));
  return {
    nodes: instances.map(({ metadata }) => metadata.name),
    endpoints: ready.flatMap((pod) => endpointOf(pod) ?? []),
    replicas: instances.length,
    readyReplicas: ready.length,
    selector: labels.map(([name, value]) => `${name}=${value}`).join(","),
    observedGeneration: memcached.metadata.generation ?? 0,
    conditions: conditionsWith(memcached, conditionsOf(observation), clock),
  };
}

/**
 * The status of a Memcached while it is not known whether what its spec says can be carried out: it is not told as that of its generation.
 * What nobody needs to hear of, because it will be over at the next attempt, is left out.
 */
export function seenStatusOf(
  memcached: Memcached,
  observation: Observation,
  clock: Pick<Clock, "now">,
): MemcachedStatus {
  const { observedGeneration: _, ...seen } = statusOf(memcached, observation, clock);
  const { observedGeneration, conditions } = memcached.status ?? {};
  const available = conditions === undefined ? starting : availableOf(observation);
  const isTold = observation.trouble !== undefined || observation.waitsFor !== undefined;
  return {
    ...seen,
    ...(observedGeneration !== undefined && { observedGeneration }),
    ...(!isTold && { conditions: conditionsWith(memcached, [available], clock) }),
  };
}

/** Where an instance listens, which may be another port than the one that is wanted now. */
function endpointOf({ spec, status }: Pod): string | undefined {
  const ports = spec?.containers.flatMap((container) => container.ports ?? []);
  const port = ports?.find(({ name }) => name === portName)?.containerPort;
  const address = status?.podIP;
  if (address === undefined || port === undefined) return undefined;
  return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}
