import { formatTime, type LabelSelector } from "@kubewright/api";
import type { Pod, PodSpec } from "@kubewright/api/core/v1";
import type { RequestContext } from "../../resource/request-context.ts";
import type { DeleteOptions } from "../../resource/strategy.ts";
import type { ApiObject } from "../../resource-object.ts";
import { qosClassOf } from "./qos-class.ts";

type Containers = PodSpec["containers"];

/** Sets what only the server knows of a new pod. */
export function preparePod(object: ApiObject, context: RequestContext): void {
  const pod = object as unknown as Pod;
  const spec = pod.spec as PodSpec;
  pod.status = { phase: "Pending", qosClass: pod.status?.qosClass || qosClassOf(spec) };
  if ((spec.schedulingGates?.length ?? 0) > 0) {
    pod.status.conditions = [
      {
        type: "PodScheduled",
        status: "False",
        // Without omitempty, so it is there though nothing is known of it.
        lastProbeTime: null as unknown as string,
        lastTransitionTime: formatTime(context.clock.now()),
        reason: "SchedulingGated",
        message: "Scheduling is blocked due to non-empty scheduling gates",
      },
    ];
  }
  const labels = pod.metadata.labels ?? {};
  for (const affinity of [spec.affinity?.podAffinity, spec.affinity?.podAntiAffinity]) {
    for (const { podAffinityTerm } of affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []) {
      mergeLabelKeys(podAffinityTerm, labels);
    }
    for (const term of affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []) mergeLabelKeys(term, labels);
  }
  for (const constraint of spec.topologySpreadConstraints ?? []) mergeLabelKeys(constraint, labels);
}

/** What a pod's status may not lose, and what it may not be used for. */
export function preparePodStatus(object: ApiObject, oldObject: ApiObject): void {
  const pod = object as unknown as Pod;
  pod.status ??= {};
  const { status } = pod;
  const old = (oldObject as unknown as Pod).status ?? {};
  if (!status.qosClass && old.qosClass !== undefined) status.qosClass = old.qosClass;
  if (!status.observedGeneration && old.observedGeneration) status.observedGeneration = old.observedGeneration;
  // Types may repeat, so each condition is paired with the next old one of its type: the last comes off first.
  const generations = new Map<string, (number | undefined)[]>();
  for (const { type, observedGeneration } of (old.conditions ?? []).toReversed()) {
    const ofType = generations.get(type);
    if (ofType === undefined) generations.set(type, [observedGeneration]);
    else ofType.push(observedGeneration);
  }
  for (const condition of status.conditions ?? []) {
    const generation = generations.get(condition.type)?.pop();
    if (!condition.observedGeneration && generation) condition.observedGeneration = generation;
  }
}

/** Only ephemeral containers go through. */
export function prepareEphemeralContainers(object: ApiObject, old: ApiObject): void {
  const added = (object as unknown as Pod).spec?.ephemeralContainers;
  object.spec = { ...(old.spec as PodSpec), ephemeralContainers: added };
  if (added === undefined) delete (object.spec as PodSpec).ephemeralContainers;
}

/** Only resources go through, unless containers come or go, which validation refuses. */
export function prepareResize(object: ApiObject, old: ApiObject): void {
  const spec = object.spec as PodSpec;
  const oldSpec = old.spec as PodSpec;
  if (spec.containers?.length !== oldSpec.containers?.length) return;
  if ((spec.initContainers?.length ?? 0) !== (oldSpec.initContainers?.length ?? 0)) return;
  const resized: PodSpec = { ...oldSpec, containers: resizedContainers(spec.containers, oldSpec.containers) };
  if (spec.initContainers !== undefined) {
    resized.initContainers = resizedContainers(spec.initContainers, oldSpec.initContainers ?? []);
  }
  if (spec.resources === undefined) delete resized.resources;
  else resized.resources = spec.resources;
  object.spec = resized;
}

/** Pods that run somewhere get time to stop. */
export function podGracePeriod(object: ApiObject, options: DeleteOptions): number {
  const { spec, status } = object as unknown as Pod;
  if (!spec?.nodeName || status?.phase === "Failed" || status?.phase === "Succeeded") return 0;
  const seconds = options.gracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? 0;
  return seconds < 0 ? 1 : seconds;
}

function resizedContainers(containers: Containers, old: Containers): Containers {
  if (containers.some(({ name }, index) => old[index]?.name !== name)) return containers;
  return containers.map(({ resources, resizePolicy }, index) => {
    const merged = { ...(old[index] as Containers[number]) };
    if (resources === undefined) delete merged.resources;
    else merged.resources = resources;
    if (resizePolicy === undefined) delete merged.resizePolicy;
    else merged.resizePolicy = resizePolicy;
    return merged;
  });
}

/** Keys of labels stand for the pod's own values of them. */
function mergeLabelKeys(
  term: { labelSelector?: LabelSelector; matchLabelKeys?: string[]; mismatchLabelKeys?: string[] },
  labels: Readonly<Record<string, string>>,
): void {
  const { labelSelector } = term;
  if (labelSelector === undefined) return;
  const requirements = [
    ...(term.matchLabelKeys ?? []).map((key) => ({ key, operator: "In" as const })),
    ...(term.mismatchLabelKeys ?? []).map((key) => ({ key, operator: "NotIn" as const })),
  ]
    .filter(({ key }) => labels[key] !== undefined)
    .map(({ key, operator }) => ({ key, operator, values: [labels[key] as string] }));
  if (requirements.length > 0) {
    labelSelector.matchExpressions = [...(labelSelector.matchExpressions ?? []), ...requirements];
  }
}
