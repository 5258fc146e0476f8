import type { Container, Pod, PodSpec, PodTemplateSpec } from "@kubewright/api/core/v1";
import { defaultContainer } from "./container.ts";
import { defaultPodResources } from "./pod-resources.ts";
import { defaultResourceList, defaultResources, type ResourceList } from "./resource-list.ts";
import { defaultVolume } from "./volume.ts";

/** Once held init containers; dropped wherever pods are described. */
const droppedAnnotations: readonly string[] = [
  "pod.beta.kubernetes.io/init-containers",
  "pod.alpha.kubernetes.io/init-containers",
  "pod.beta.kubernetes.io/init-container-statuses",
  "pod.alpha.kubernetes.io/init-container-statuses",
];

/** Fills in what a pod leaves out: more than in templates, for a pod is final. */
export function defaultPod(pod: Pod): void {
  pod.spec ??= { containers: [] };
  const { spec } = pod;
  for (const container of spec.containers ?? []) defaultRequests(container);
  for (const container of spec.initContainers ?? []) defaultRequests(container);
  defaultPodResources(spec);
  spec.enableServiceLinks ??= true;
  if (spec.hostNetwork === true) {
    for (const container of spec.containers ?? []) defaultHostPorts(container);
    for (const container of spec.initContainers ?? []) defaultHostPorts(container);
  }
  defaultPodSpec(spec);
  if (spec.terminationGracePeriodSeconds !== undefined && spec.terminationGracePeriodSeconds < 0) {
    spec.terminationGracePeriodSeconds = 1;
  }
  defaultStatus(pod);
  dropAnnotations(pod);
}

/** Fills in what the template of a workload leaves out. */
export function defaultPodTemplate(template: PodTemplateSpec | undefined): void {
  if (template === undefined) return;
  template.spec ??= { containers: [] };
  defaultPodSpec(template.spec);
  dropAnnotations(template);
}

function defaultPodSpec(spec: PodSpec): void {
  spec.dnsPolicy ||= "ClusterFirst";
  spec.restartPolicy ||= "Always";
  spec.securityContext ??= {};
  spec.terminationGracePeriodSeconds ??= 30;
  spec.schedulerName ||= "default-scheduler";
  for (const volume of spec.volumes ?? []) defaultVolume(volume);
  for (const container of spec.initContainers ?? []) defaultContainer(container);
  for (const container of spec.containers ?? []) defaultContainer(container);
  for (const container of spec.ephemeralContainers ?? []) defaultContainer(container);
  defaultResourceList(spec.overhead);
  defaultResources(spec.resources);
  // Two names of one field.
  const account = spec.serviceAccountName || spec.serviceAccount;
  if (account) {
    spec.serviceAccountName = account;
    spec.serviceAccount = account;
  }
}

function defaultRequests({ resources }: Container): void {
  if (resources?.limits === undefined) return;
  const requests: ResourceList = { ...resources.limits, ...resources.requests };
  if (Object.keys(requests).length > 0) resources.requests = requests;
}

function defaultHostPorts({ ports }: Container): void {
  for (const port of ports ?? []) port.hostPort ||= port.containerPort;
}

function defaultStatus({ status }: Pod): void {
  if (status === undefined) return;
  for (const statuses of [status.initContainerStatuses, status.containerStatuses, status.ephemeralContainerStatuses]) {
    for (const { allocatedResources, resources } of statuses ?? []) {
      defaultResourceList(allocatedResources);
      defaultResources(resources);
    }
  }
  defaultResourceList(status.allocatedResources);
  defaultResources(status.resources);
  // `podIP` and the first of `podIPs` are one; the older field wins.
  const first = status.podIPs?.[0]?.ip;
  if (status.podIP && status.podIP !== first) status.podIPs = [{ ip: status.podIP }];
  else if (first) status.podIP = first;
}

function dropAnnotations({ metadata }: { metadata?: { annotations?: Record<string, string> } }): void {
  const annotations = metadata?.annotations;
  if (metadata === undefined || annotations === undefined) return;
  for (const name of droppedAnnotations) delete annotations[name];
  if (Object.keys(annotations).length === 0) delete metadata.annotations;
}
