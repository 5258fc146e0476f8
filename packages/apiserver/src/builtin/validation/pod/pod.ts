import type { StatusCause } from "@kubewright/api";
import type { Pod, PodSpec } from "@kubewright/api/core/v1";
import { forbiddenField } from "@kubewright/api/server";
import { checkExactImage } from "./container/container.ts";
import { checkPodAnnotations } from "./pod-annotation.ts";
import { checkPodSpec } from "./pod-spec.ts";

/** Adds what is wrong with a pod, new or changed, beside metadata that all kinds have. */
export function checkPod(pod: Pod, causes: StatusCause[]): void {
  const spec = podSpecOf(pod);
  checkPodAnnotations(pod.metadata.annotations, spec, "metadata.annotations", causes);
  checkPodSpec(spec, pod.metadata, "spec", causes);
  if (!spec.serviceAccountName) checkNoTokens(spec, "spec.volumes", causes);
  for (const list of ["containers", "initContainers"] as const) {
    for (const [index, container] of (spec[list] ?? []).entries()) {
      checkExactImage(container, `spec.${list}[${index}]`, causes);
    }
  }
}

/** The spec of a pod, which a bad one may not have. */
export function podSpecOf(pod: Pod): PodSpec {
  return pod.spec ?? { containers: [] };
}

function checkNoTokens({ volumes = [] }: PodSpec, field: string, causes: StatusCause[]): void {
  for (const [index, { projected }] of volumes.entries()) {
    for (const [place, { serviceAccountToken }] of (projected?.sources ?? []).entries()) {
      if (serviceAccountToken === undefined) continue;
      const detail = "must not be specified when serviceAccountName is not set";
      causes.push(forbiddenField(`${field}[${index}].projected.sources[${place}].serviceAccountToken`, detail));
    }
  }
}
