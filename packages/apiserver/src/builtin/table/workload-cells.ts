import { controllerOf, parseApiVersion } from "@kubewright/api";
import type { ControllerRevision, DaemonSet, Deployment, ReplicaSet, StatefulSet } from "@kubewright/api/apps/v1";
import type { CronJob, Job } from "@kubewright/api/batch/v1";
import type { PodTemplate, ReplicationController } from "@kubewright/api/core/v1";
import type { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import { formatHumanDuration } from "@kubewright/api/server";
import { ageOf } from "./age.ts";
import { type CellMakers, cells } from "./cell-makers.ts";
import {
  bareSelectorText,
  booleanText,
  containerImages,
  containerNames,
  labelsText,
  selectorText,
} from "./cell-text.ts";

export const deploymentCells: CellMakers = cells<Deployment>({
  Ready: ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
  "Up-to-date": ({ status }) => status?.updatedReplicas ?? 0,
  Available: ({ status }) => status?.availableReplicas ?? 0,
  Containers: ({ spec }) => containerNames(spec?.template?.spec?.containers),
  Images: ({ spec }) => containerImages(spec?.template?.spec?.containers),
  Selector: ({ spec }) => bareSelectorText(spec?.selector),
});

export const replicaSetCells: CellMakers = cells<ReplicaSet>({
  Desired: ({ spec }) => spec?.replicas ?? 0,
  Current: ({ status }) => status?.replicas ?? 0,
  Ready: ({ status }) => status?.readyReplicas ?? 0,
  Containers: ({ spec }) => containerNames(spec?.template?.spec?.containers),
  Images: ({ spec }) => containerImages(spec?.template?.spec?.containers),
  Selector: ({ spec }) => selectorText(spec?.selector),
});

export const replicationControllerCells: CellMakers = cells<ReplicationController>({
  Desired: ({ spec }) => spec?.replicas ?? 0,
  Current: ({ status }) => status?.replicas ?? 0,
  Ready: ({ status }) => status?.readyReplicas ?? 0,
  Containers: ({ spec }) => containerNames(spec?.template?.spec?.containers),
  Images: ({ spec }) => containerImages(spec?.template?.spec?.containers),
  Selector: ({ spec }) => labelsText(spec?.selector),
});

export const statefulSetCells: CellMakers = cells<StatefulSet>({
  Ready: ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
  Containers: ({ spec }) => containerNames(spec?.template?.spec?.containers),
  Images: ({ spec }) => containerImages(spec?.template?.spec?.containers),
});

export const daemonSetCells: CellMakers = cells<DaemonSet>({
  Desired: ({ status }) => status?.desiredNumberScheduled ?? 0,
  Current: ({ status }) => status?.currentNumberScheduled ?? 0,
  Ready: ({ status }) => status?.numberReady ?? 0,
  "Up-to-date": ({ status }) => status?.updatedNumberScheduled ?? 0,
  Available: ({ status }) => status?.numberAvailable ?? 0,
  "Node Selector": ({ spec }) => labelsText(spec?.template?.spec?.nodeSelector),
  Containers: ({ spec }) => containerNames(spec?.template?.spec?.containers),
  Images: ({ spec }) => containerImages(spec?.template?.spec?.containers),
  Selector: ({ spec }) => selectorText(spec?.selector),
});

export const jobCells: CellMakers = cells<Job>({
  Status: jobStatus,
  Completions: ({ spec, status }) => {
    const succeeded = status?.succeeded ?? 0;
    if (spec?.completions !== undefined) return `${succeeded}/${spec.completions}`;
    const parallelism = spec?.parallelism ?? 0;
    return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
  },
  Duration: ({ status }, now) => {
    if (status?.startTime === undefined) return "";
    const end = status.completionTime === undefined ? now : Date.parse(status.completionTime);
    return formatHumanDuration(end - Date.parse(status.startTime));
  },
  Containers: ({ spec }) => containerNames(spec?.template?.spec?.containers),
  Images: ({ spec }) => containerImages(spec?.template?.spec?.containers),
  Selector: ({ spec }) => selectorText(spec?.selector),
});

function jobStatus({ metadata, status }: Job): string {
  const has = (type: string): boolean =>
    status?.conditions?.some((condition) => condition.type === type && condition.status === "True") === true;
  if (has("Complete")) return "Complete";
  if (has("Failed")) return "Failed";
  if (metadata?.deletionTimestamp !== undefined) return "Terminating";
  return ["Suspended", "FailureTarget", "SuccessCriteriaMet"].find(has) ?? "Running";
}

export const cronJobCells: CellMakers = cells<CronJob>({
  Schedule: ({ spec }) => spec?.schedule ?? "",
  Timezone: ({ spec }) => spec?.timeZone ?? "<none>",
  Suspend: ({ spec }) => booleanText(spec?.suspend),
  Active: ({ status }) => status?.active?.length ?? 0,
  "Last Schedule": ({ status }, now) =>
    status?.lastScheduleTime === undefined ? "<none>" : ageOf(status.lastScheduleTime, now),
  Containers: ({ spec }) => containerNames(spec?.jobTemplate?.spec?.template?.spec?.containers),
  Images: ({ spec }) => containerImages(spec?.jobTemplate?.spec?.template?.spec?.containers),
  Selector: ({ spec }) => selectorText(spec?.jobTemplate?.spec?.selector),
});

export const podTemplateCells: CellMakers = cells<PodTemplate>({
  Containers: ({ template }) => containerNames(template?.spec?.containers),
  Images: ({ template }) => containerImages(template?.spec?.containers),
  "Pod Labels": ({ template }) => labelsText(template?.metadata?.labels),
});

export const controllerRevisionCells: CellMakers = cells<ControllerRevision>({
  Controller: (revision) => {
    const owner = revision.metadata === undefined ? undefined : controllerOf(revision);
    if (owner === undefined) return "<none>";
    const { group } = parseApiVersion(owner.apiVersion);
    return `${`${owner.kind}${group === "" ? "" : `.${group}`}`.toLowerCase()}/${owner.name}`;
  },
  Revision: ({ revision }) => revision ?? 0,
});

export const disruptionBudgetCells: CellMakers = cells<PodDisruptionBudget>({
  "Min Available": ({ spec }) => (spec?.minAvailable === undefined ? "N/A" : String(spec.minAvailable)),
  "Max Unavailable": ({ spec }) => (spec?.maxUnavailable === undefined ? "N/A" : String(spec.maxUnavailable)),
  "Allowed Disruptions": ({ status }) => status?.disruptionsAllowed ?? 0,
});
