import { Quantity } from "@kubewright/api";
import type { PodSpec } from "@kubewright/api/core/v1";

type QosClass = "BestEffort" | "Burstable" | "Guaranteed";
type Amounts = Map<string, Quantity>;

/** How the node treats the pod when memory or CPU run short. */
export function qosClassOf(spec: PodSpec): QosClass {
  const requests: Amounts = new Map();
  const limits: Amounts = new Map();
  let isGuaranteed = true;
  const askers =
    spec.resources === undefined
      ? [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ resources }) => resources ?? {})
      : [spec.resources];
  for (const asker of askers) {
    addTo(requests, asker.requests);
    const limited = addTo(limits, asker.limits);
    const isPodWithoutLimits = spec.resources !== undefined && Object.keys(asker.limits ?? {}).length === 0;
    if (limited < 2 && !isPodWithoutLimits) isGuaranteed = false;
  }
  if (requests.size === 0 && limits.size === 0) return "BestEffort";
  for (const [name, request] of requests) {
    if (limits.get(name)?.compare(request) !== 0) isGuaranteed = false;
  }
  return isGuaranteed && requests.size === limits.size ? "Guaranteed" : "Burstable";
}

/** Adds what counts; gives how many resources did. */
function addTo(sum: Amounts, amounts: Record<string, string> | undefined): number {
  let counted = 0;
  for (const name of ["cpu", "memory"]) {
    const text = amounts?.[name];
    if (text === undefined) continue;
    const amount = Quantity.parse(text);
    if (amount.sign !== 1) continue;
    sum.set(name, sum.get(name)?.add(amount) ?? amount);
    counted++;
  }
  return counted;
}
