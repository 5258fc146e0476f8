import { Quantity } from "@kubewright/api";
import type { Container, Pod, PodStatus, ResourceRequirements } from "@kubewright/api/core/v1";
import { isSidecar } from "./restarts.ts";

type ResourceList = NonNullable<ResourceRequirements["requests"]>;
type Amounts = Map<string, Quantity>;

/** What a pod as a whole needs and may use, as the status has it. */
export function podResources(pod: Pod): Pick<PodStatus, "resources" | "allocatedResources"> {
  const requests = listOf(podAmounts(pod, "requests"));
  const limits = listOf(enforced(podAmounts(pod, "limits"), pod));
  return {
    ...(requests !== undefined && { allocatedResources: requests }),
    resources: { ...(limits !== undefined && { limits }), ...(requests !== undefined && { requests }) },
  };
}

/** Those limits of processor and memory that hold for the pod as a whole: a container without one may use as much as there is. */
function enforced(limits: Amounts, { spec }: Pod): Amounts {
  const all = [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])];
  const isEnforced = (name: string): boolean =>
    !["cpu", "memory"].includes(name) ||
    spec?.resources?.limits?.[name] !== undefined ||
    all.every(({ resources }) => computed(resources?.limits).has(name));
  return new Map([...limits].filter(([name]) => isEnforced(name)));
}

/** How a pod fares when its node runs short. */
export function podQosClass(pod: Pod): "BestEffort" | "Burstable" | "Guaranteed" {
  const all = [...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])];
  const parts = pod.spec?.resources === undefined ? all.map(({ resources }) => resources ?? {}) : [pod.spec.resources];
  const requests: Amounts = new Map();
  const limits: Amounts = new Map();
  let isGuaranteed = true;
  for (const { requests: wanted, limits: most } of parts) {
    add(requests, computed(wanted));
    add(limits, computed(most));
    if (computed(most).size < 2) isGuaranteed = false;
  }
  if (requests.size === 0 && limits.size === 0) return "BestEffort";
  const isEqual =
    requests.size === limits.size && [...requests].every(([name, q]) => limits.get(name)?.equals(q) === true);
  return isGuaranteed && isEqual ? "Guaranteed" : "Burstable";
}

/** Containers run together; an init container runs with the sidecars before it. */
function podAmounts(pod: Pod, part: "requests" | "limits"): Amounts {
  const total: Amounts = new Map();
  for (const container of pod.spec?.containers ?? []) add(total, amountsOf(container, part));
  const sidecars: Amounts = new Map();
  const most: Amounts = new Map();
  for (const container of pod.spec?.initContainers ?? []) {
    const together = new Map(sidecars);
    add(together, amountsOf(container, part));
    if (isSidecar(container)) {
      add(sidecars, amountsOf(container, part));
      add(total, amountsOf(container, part));
    }
    raise(most, together);
  }
  raise(total, most);
  for (const [name, quantity] of parse(pod.spec?.resources?.[part])) total.set(name, quantity);
  if (part === "requests") add(total, parse(pod.spec?.overhead));
  return total;
}

function amountsOf({ resources }: Container, part: "requests" | "limits"): Amounts {
  return parse(resources?.[part]);
}

function computed(list: ResourceList | undefined): Amounts {
  return new Map([...parse(list)].filter(([name, quantity]) => ["cpu", "memory"].includes(name) && quantity.sign > 0));
}

function parse(list: ResourceList | undefined): Amounts {
  return new Map(Object.entries(list ?? {}).map(([name, text]) => [name, Quantity.parse(String(text))]));
}

function add(to: Amounts, amounts: Amounts): void {
  for (const [name, quantity] of amounts) to.set(name, to.get(name)?.add(quantity) ?? quantity);
}

function raise(to: Amounts, amounts: Amounts): void {
  for (const [name, quantity] of amounts) {
    const before = to.get(name);
    if (before === undefined || before.compare(quantity) < 0) to.set(name, quantity);
  }
}

function listOf(amounts: Amounts): ResourceList | undefined {
  if (amounts.size === 0) return undefined;
  return Object.fromEntries([...amounts].map(([name, quantity]) => [name, quantity.toString()]));
}
