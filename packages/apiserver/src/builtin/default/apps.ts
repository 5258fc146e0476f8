import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from "@kubewright/api/apps/v1";
import { knownAnnotation } from "../../resource/known-annotation.ts";
import { defaultPodTemplate } from "./pod/pod.ts";
import { defaultResourceList } from "./pod/resource-list.ts";
import { defaultClaimSpec } from "./pod/volume.ts";

const revisionHistoryLimit = 10;
const { templateGeneration } = knownAnnotation;

/** Fills in what a deployment leaves out. */
export function defaultDeployment({ spec }: Deployment): void {
  if (spec === undefined) return;
  spec.replicas ??= 1;
  spec.strategy ??= {};
  const { strategy } = spec;
  strategy.type ||= "RollingUpdate";
  if (strategy.type === "RollingUpdate") {
    strategy.rollingUpdate ??= {};
    strategy.rollingUpdate.maxUnavailable ??= "25%";
    strategy.rollingUpdate.maxSurge ??= "25%";
  }
  spec.revisionHistoryLimit ??= revisionHistoryLimit;
  spec.progressDeadlineSeconds ??= 600;
  defaultPodTemplate(spec.template);
}

/** Fills in what a replica set leaves out. */
export function defaultReplicaSet({ spec }: ReplicaSet): void {
  if (spec === undefined) return;
  spec.replicas ??= 1;
  defaultPodTemplate(spec.template);
}

/** Fills in what a daemon set leaves out. */
export function defaultDaemonSet({ metadata, spec }: DaemonSet): void {
  if (spec === undefined) return;
  spec.updateStrategy ??= {};
  const { updateStrategy } = spec;
  updateStrategy.type ||= "RollingUpdate";
  if (updateStrategy.type === "RollingUpdate") {
    updateStrategy.rollingUpdate ??= {};
    updateStrategy.rollingUpdate.maxUnavailable ??= 1;
    updateStrategy.rollingUpdate.maxSurge ??= 0;
  }
  spec.revisionHistoryLimit ??= revisionHistoryLimit;
  defaultPodTemplate(spec.template);
  // Every version shows this number, which old versions had as a field.
  metadata.annotations ??= {};
  metadata.annotations[templateGeneration] ??= "0";
}

/** Fills in what a stateful set leaves out. */
export function defaultStatefulSet({ spec }: StatefulSet): void {
  if (spec === undefined) return;
  spec.podManagementPolicy ||= "OrderedReady";
  spec.updateStrategy ??= {};
  const { updateStrategy } = spec;
  if (!updateStrategy.type) {
    updateStrategy.type = "RollingUpdate";
    updateStrategy.rollingUpdate ??= {};
  }
  if (updateStrategy.type === "RollingUpdate" && updateStrategy.rollingUpdate !== undefined) {
    updateStrategy.rollingUpdate.partition ??= 0;
  }
  spec.persistentVolumeClaimRetentionPolicy ??= {};
  spec.persistentVolumeClaimRetentionPolicy.whenDeleted ||= "Retain";
  spec.persistentVolumeClaimRetentionPolicy.whenScaled ||= "Retain";
  spec.replicas ??= 1;
  spec.revisionHistoryLimit ??= revisionHistoryLimit;
  defaultPodTemplate(spec.template);
  for (const claim of spec.volumeClaimTemplates ?? []) {
    Object.assign(claim, { apiVersion: "v1", kind: "PersistentVolumeClaim" });
    claim.status ??= {};
    claim.status.phase ||= "Pending";
    claim.spec ??= {};
    defaultClaimSpec(claim.spec);
    defaultResourceList(claim.status.capacity);
    defaultResourceList(claim.status.allocatedResources);
  }
}
