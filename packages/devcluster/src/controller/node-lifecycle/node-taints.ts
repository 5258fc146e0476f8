import { formatTime } from "@kubewright/api";
import type { Node, NodeCondition, Taint } from "@kubewright/api/core/v1";

/** What keeps pods off a node that is not ready, by the status of the condition. */
const readyKeys = { False: "node.kubernetes.io/not-ready", Unknown: "node.kubernetes.io/unreachable" };
/** The same by the type of a condition. */
const keysByCondition: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Ready: readyKeys,
  MemoryPressure: { True: "node.kubernetes.io/memory-pressure" },
  DiskPressure: { True: "node.kubernetes.io/disk-pressure" },
  NetworkUnavailable: { True: "node.kubernetes.io/network-unavailable" },
  PIDPressure: { True: "node.kubernetes.io/pid-pressure" },
};

const unschedulableKey = "node.kubernetes.io/unschedulable";
const managedKeys = new Set([unschedulableKey, ...Object.values(keysByCondition).flatMap(Object.values)]);
/** These evict pods, too, and go when a node is ready. */
const evictingKeys = new Set(Object.values(readyKeys));

/** The taints that a node is to have by its conditions, beside those that others gave it; undefined when it has them. */
export function wantedTaints({ spec, status }: Node, nowMs: number): Taint[] | undefined {
  const conditions = status?.conditions ?? [];
  const wanted = new Set(conditions.flatMap(({ type, status: value }) => keysByCondition[type]?.[value] ?? []));
  if (spec?.unschedulable === true) wanted.add(unschedulableKey);
  const taints = spec?.taints ?? [];
  const isReady = isTrue(conditions, "Ready");
  const kept = taints.filter(({ key, effect }) => {
    if (effect === "NoSchedule" && managedKeys.has(key)) return wanted.has(key);
    return !(effect === "NoExecute" && isReady && evictingKeys.has(key));
  });
  const present = new Set(taints.filter(({ effect }) => effect === "NoSchedule").map(({ key }) => key));
  const added = [...wanted].filter((key) => !present.has(key));
  if (added.length === 0 && kept.length === taints.length) return undefined;
  const timeAdded = formatTime(nowMs);
  return [...kept, ...added.map((key): Taint => ({ key, effect: "NoSchedule", timeAdded }))];
}

function isTrue(conditions: readonly NodeCondition[], wanted: string): boolean {
  return conditions.some(({ type, status }) => type === wanted && status === "True");
}
