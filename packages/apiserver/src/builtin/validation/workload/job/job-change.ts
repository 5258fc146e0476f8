import type { StatusCause } from "@kubewright/api";
import type { Job, JobSpec } from "@kubewright/api/batch/v1";
import type { Container, PodSpec, PodTemplateSpec } from "@kubewright/api/core/v1";
import { invalidField } from "@kubewright/api/server";
import { specOf } from "../../pod/pod-template.ts";
import { checkImmutable } from "../../rule/immutable.ts";
import { isTrue } from "./job-condition.ts";

/** Adds a cause for each change of what may not change in a job. */
export function checkJobChange(job: Job, old: Job, causes: StatusCause[]): void {
  const spec = job.spec ?? ({} as JobSpec);
  const oldSpec = old.spec ?? ({} as JobSpec);
  checkCompletions(spec, oldSpec, "spec.completions", causes);
  const check = (name: keyof JobSpec, type: string): void => {
    checkImmutable(spec[name], oldSpec[name], type, `spec.${name}`, causes);
  };
  check("selector", "*metav1.LabelSelector");
  checkTemplateChange(spec.template ?? {}, old, causes);
  check("completionMode", "*string");
  check("podFailurePolicy", "*batch.PodFailurePolicy");
  check("backoffLimitPerIndex", "*number");
  check("managedBy", "*string");
  check("successPolicy", "*batch.SuccessPolicy");
}

function checkCompletions(spec: JobSpec, old: JobSpec, field: string, causes: StatusCause[]): void {
  if (spec.completionMode !== "Indexed") {
    return void checkImmutable(spec.completions, old.completions, "*number", field, causes);
  }
  if (spec.completions === undefined || spec.completions === old.completions) return;
  if (spec.completions === spec.parallelism) return;
  causes.push(invalidField(field, spec.completions, "can only be modified in tandem with spec.parallelism"));
}

/** A job that waits may get other nodes, and pods of another size. */
function checkTemplateChange(template: PodTemplateSpec, old: Job, causes: StatusCause[]): void {
  const oldTemplate = old.spec?.template ?? {};
  const isSuspended = old.spec?.suspend === true;
  const { status } = old;
  const hasNotBegun = status?.startTime === undefined || isTrue(status, "Suspended");
  if (!isSuspended || !hasNotBegun || (status?.active ?? 0) > 0) {
    return void checkImmutable(template, oldTemplate, "core.PodTemplateSpec", "spec.template", causes);
  }
  const spec = specOf(template);
  const allowed = withSizes(withDirectives(specOf(oldTemplate), spec), spec);
  checkImmutable(spec, allowed, "core.PodSpec", "spec.template.spec", causes);
}

/** The old spec with what says where pods run, as it is now. */
function withDirectives(old: PodSpec, spec: PodSpec): PodSpec {
  const allowed: PodSpec = { ...old };
  for (const name of ["nodeSelector", "tolerations", "schedulingGates"] as const) {
    if (spec[name] === undefined) delete allowed[name];
    else Object.assign(allowed, { [name]: spec[name] });
  }
  const { nodeAffinity: _, ...others } = old.affinity ?? {};
  const nodeAffinity = spec.affinity?.nodeAffinity;
  if (spec.affinity === undefined && Object.keys(others).length === 0) delete allowed.affinity;
  else allowed.affinity = { ...others, ...(nodeAffinity && { nodeAffinity }) };
  return allowed;
}

/** The old spec with what containers ask for, as it is now. */
function withSizes(old: PodSpec, spec: PodSpec): PodSpec {
  const allowed: PodSpec = { ...old, containers: resized(old.containers ?? [], spec.containers ?? []) };
  if (old.initContainers !== undefined) {
    allowed.initContainers = resized(old.initContainers, spec.initContainers ?? []);
  }
  return allowed;
}

function resized(old: Container[], containers: readonly Container[]): Container[] {
  if (old.length !== containers.length) return old;
  return old.map((container, index) => {
    const { name, resources } = containers[index] as Container;
    if (name !== container.name) return container;
    const { resources: _, ...rest } = container;
    return resources === undefined ? rest : { ...rest, resources };
  });
}
