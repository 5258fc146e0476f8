import type { Container, PodSpec } from "@kubewright/api/core/v1";
import type { ApiObject } from "../resource-object.ts";

const ofTemplate = ["spec", "template", "spec"];

/** Where kinds have the spec of a pod. */
const podSpecs: Readonly<Record<string, readonly string[]>> = {
  Pod: ["spec"],
  PodTemplate: ["template", "spec"],
  CronJob: ["spec", "jobTemplate", ...ofTemplate],
  DaemonSet: ofTemplate,
  Deployment: ofTemplate,
  Job: ofTemplate,
  ReplicaSet: ofTemplate,
  ReplicationController: ofTemplate,
  StatefulSet: ofTemplate,
};

/** Takes away, in place, what pods have for features that a default server does not have. */
export function dropDisabledFields(object: ApiObject): void {
  const path = podSpecs[object.kind];
  if (path === undefined) return;
  let spec: unknown = object;
  for (const name of path) spec = (spec as Record<string, unknown> | undefined)?.[name];
  if (typeof spec === "object" && spec !== null) dropFromPod(spec as PodSpec);
}

function dropFromPod(spec: PodSpec): void {
  delete (spec as { schedulingGroup?: unknown }).schedulingGroup;
  for (const { projected } of spec.volumes ?? []) {
    for (const source of projected?.sources ?? []) {
      delete source.clusterTrustBundle;
      delete (source as { podCertificate?: unknown }).podCertificate;
    }
  }
  for (const list of ["initContainers", "containers", "ephemeralContainers"] as const) {
    for (const container of spec[list] ?? []) dropStopSignal(container as Container);
  }
}

function dropStopSignal(container: Container): void {
  if (container.lifecycle?.stopSignal === undefined) return;
  delete container.lifecycle.stopSignal;
  if (Object.keys(container.lifecycle).length === 0) delete container.lifecycle;
}
