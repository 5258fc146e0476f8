import { validateDns1123Label } from "@kubewright/api";
import type { DaemonSet, StatefulSet } from "@kubewright/api/apps/v1";
import type { CronJob, JobSpec } from "@kubewright/api/batch/v1";
import type { PodTemplateSpec } from "@kubewright/api/core/v1";
import { knownAnnotation } from "../../resource/known-annotation.ts";
import type { ApiObject } from "../../resource-object.ts";
import { podWarnings } from "./pod-warning.ts";
import { claimWarnings } from "./volume-warning.ts";

/** Warns of the template at `path` of a workload, when the workload is new or its generation changed. */
export function templateWarnings(
  path: string,
  hasHostNames: boolean,
): (object: ApiObject, old?: ApiObject) => string[] {
  const steps = path.split(".");
  return (object, old) => {
    if (old !== undefined && object.metadata.generation === old.metadata.generation) return [];
    let template: unknown = object;
    for (const step of steps) template = (template as Record<string, unknown> | undefined)?.[step];
    const names = old === undefined && hasHostNames ? nameWarnings(object, "in Pod names and hostnames") : [];
    return template === undefined ? names : [...names, ...podWarnings(template as PodTemplateSpec, path)];
  };
}

/** Warns of names that are no DNS labels. */
export function nameWarnings({ metadata }: ApiObject, use: string): string[] {
  const problems = validateDns1123Label(metadata.name ?? "");
  if (problems.length === 0) return [];
  const text = `this is used ${use}, which can result in surprising behavior; a DNS label is recommended`;
  return [`metadata.name: ${text}: [${problems.join(" ")}]`];
}

/** What to tell the writer of a daemon set. */
export function daemonSetWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const count = knownAnnotation.templateGeneration;
  if (old !== undefined && object.metadata.annotations?.[count] === old.metadata.annotations?.[count]) return [];
  const template = (object as unknown as DaemonSet).spec?.template;
  return template === undefined ? [] : podWarnings(template, "spec.template");
}

/** What to tell the writer of a stateful set. */
export function statefulSetWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const { spec } = object as unknown as StatefulSet;
  return [
    ...templateWarnings("spec.template", false)(object, old),
    ...(spec?.volumeClaimTemplates ?? []).flatMap((claim, index) => {
      const path = `spec.volumeClaimTemplates[${index}]${old === undefined ? "" : ".Spec"}`;
      return claimWarnings(path, claim);
    }),
    ...((spec?.revisionHistoryLimit ?? 0) < 0
      ? ["spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended"]
      : []),
  ];
}

/** Warns of the job at `path`: that of a Job, or the template of a CronJob. */
export function jobWarnings(path: string): (object: ApiObject, old?: ApiObject) => string[] {
  const template = templateWarnings(`${path}.template`, true);
  return (object, old) => {
    const spec = path === "spec" ? (object.spec as JobSpec) : (object as unknown as CronJob).spec?.jobTemplate?.spec;
    const isVast =
      spec?.completionMode === "Indexed" && (spec.completions ?? 0) > 100_000 && (spec.parallelism ?? 0) > 10_000;
    const isSame = old !== undefined && object.metadata.generation === old.metadata.generation;
    if (!isVast || isSame) return template(object, old);
    return [
      ...template(object, old),
      `${path}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail`,
    ];
  };
}

/** What to tell the writer of a cron job. */
export function cronJobWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const warnings = jobWarnings("spec.jobTemplate.spec")(object, old);
  const isOldZone = old !== undefined && (object as unknown as CronJob).spec?.schedule?.includes("TZ");
  if (!isOldZone) return warnings;
  return [
    ...warnings,
    "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details",
  ];
}
