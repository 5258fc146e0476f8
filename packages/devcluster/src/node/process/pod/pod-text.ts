import type { Pod } from "@kubewright/api/core/v1";

/** A pod as the kubelet names it in messages: `name_namespace(uid)`. */
export function podText({ metadata }: Pod): string {
  return `${metadata.name}_${metadata.namespace ?? ""}(${metadata.uid ?? ""})`;
}

/** The part of a pod that events of a container are about: `spec.containers{web}`. */
export function containerPath(pod: Pod, container: string): string {
  const isInit = (pod.spec?.initContainers ?? []).some(({ name }) => name === container);
  return `spec.${isInit ? "initContainers" : "containers"}{${container}}`;
}
