import { type StatusCause, semanticEqual } from "@kubewright/api";
import type { Container, Pod, PodSchedulingGate, PodSpec, Toleration } from "@kubewright/api/core/v1";
import { forbiddenField, invalidField } from "@kubewright/api/server";
import { internalValue } from "../../internal/internal-value.ts";
import { diffOf } from "../../internal/unified-diff.ts";
import { rangeText } from "../../rule/number-rule.ts";
import { checkPresent } from "../../rule/text-rule.ts";
import { checkExactImage } from "../container/container.ts";
import { checkPod, podSpecOf } from "../pod.ts";
import { checkTolerations } from "../scheduling/toleration.ts";
import { checkAnnotationChange } from "./annotation-change.ts";
import { checkGatedChange } from "./gated-change.ts";

const maxDeadline = 2 ** 31 - 1;
const refusal =
  "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

/** Adds what is wrong with a change of a pod. */
export function checkPodChange(pod: Pod, old: Pod, causes: StatusCause[]): void {
  checkPod(pod, causes);
  checkAnnotationChange(pod, old, causes);
  const spec = podSpecOf(pod);
  const oldSpec = podSpecOf(old);
  for (const list of ["containers", "initContainers"] as const) {
    if (!checkContainerChange(spec[list], oldSpec[list], `spec.${list}`, causes)) return;
  }
  if (!checkDeadlineChange(spec.activeDeadlineSeconds, oldSpec.activeDeadlineSeconds, causes)) return;
  checkTolerationChange(spec.tolerations ?? [], oldSpec.tolerations ?? [], "spec.tolerations", causes);
  checkGateChange(spec.schedulingGates ?? [], oldSpec.schedulingGates ?? [], "spec.schedulingGates", causes);
  if (isSameSpec(spec, oldSpec)) return;
  const fixed = withoutAllowedChanges(spec, oldSpec);
  if ((oldSpec.schedulingGates?.length ?? 0) > 0) checkGatedChange(fixed, oldSpec, "spec", causes);
  if (isSameSpec(fixed, oldSpec)) return;
  const diff = diffOf(internalValue("core.PodSpec", oldSpec), internalValue("core.PodSpec", fixed));
  causes.push(forbiddenField("spec", `${refusal}\n${diff}`));
}

/** Whether two specs mean the same. */
export function isSameSpec(spec: PodSpec, other: PodSpec): boolean {
  const { serviceAccount: _, ...rest } = spec;
  const { serviceAccount: __, ...otherRest } = other;
  return semanticEqual(rest, otherRest, { kind: { apiVersion: "v1" } });
}

/** The spec with the values of the old one wherever they may change. */
function withoutAllowedChanges(spec: PodSpec, old: PodSpec): PodSpec {
  const fixed: PodSpec = { ...spec, containers: withOldImages(spec.containers ?? [], old.containers ?? []) };
  if (spec.initContainers !== undefined) {
    fixed.initContainers = withOldImages(spec.initContainers, old.initContainers ?? []);
  }
  for (const name of ["activeDeadlineSeconds", "schedulingGates", "tolerations"] as const) {
    if (old[name] === undefined) delete fixed[name];
    else Object.assign(fixed, { [name]: old[name] });
  }
  const { terminationGracePeriodSeconds: oldSeconds } = old;
  if (oldSeconds !== undefined && oldSeconds < 0 && spec.terminationGracePeriodSeconds === 1) {
    fixed.terminationGracePeriodSeconds = oldSeconds;
  }
  return fixed;
}

function withOldImages(containers: readonly Container[], old: readonly Container[]): Container[] {
  return containers.map((container, index) => {
    const image = old[index]?.image;
    return image === undefined ? container : { ...container, image };
  });
}

/** False when nothing more can be said. */
function checkContainerChange(
  containers: readonly Container[] = [],
  old: readonly Container[] = [],
  field: string,
  causes: StatusCause[],
): boolean {
  if (containers.length !== old.length) {
    causes.push(forbiddenField(field, "pod updates may not add or remove containers"));
    return false;
  }
  for (const [index, container] of containers.entries()) {
    checkPresent(container.image, `${field}[${index}].image`, causes);
    checkExactImage(container, `${field}[${index}]`, causes);
  }
  return true;
}

/** False when nothing more is said. */
function checkDeadlineChange(deadline: number | undefined, old: number | undefined, causes: StatusCause[]): boolean {
  const field = "spec.activeDeadlineSeconds";
  if (deadline === undefined) {
    if (old !== undefined) {
      causes.push(invalidField(field, null, "must not update from a positive integer to nil value"));
    }
    return true;
  }
  if (deadline < 0 || deadline > maxDeadline) {
    causes.push(invalidField(field, deadline, rangeText(0, maxDeadline)));
    return false;
  }
  if (old === undefined || deadline <= old) return true;
  causes.push(invalidField(field, deadline, "must be less than or equal to previous value"));
  return false;
}

function checkTolerationChange(
  tolerations: readonly Toleration[],
  old: readonly Toleration[],
  field: string,
  causes: StatusCause[],
): void {
  const kept = new Set(tolerations.map(identityOf));
  if (old.every((toleration) => kept.has(identityOf(toleration))))
    return void checkTolerations(tolerations, field, causes);
  causes.push(forbiddenField(field, "existing toleration can not be modified except its tolerationSeconds"));
}

function identityOf({ key = "", operator, value = "", effect }: Toleration): string {
  return JSON.stringify([key, operator ?? "", value, effect ?? ""]);
}

function checkGateChange(
  gates: readonly PodSchedulingGate[],
  old: readonly PodSchedulingGate[],
  field: string,
  causes: StatusCause[],
): void {
  const known = new Set(old.map(({ name }) => name));
  const places = new Map(gates.map(({ name }, index) => [name, index]));
  for (const [name, index] of places) {
    if (known.has(name)) continue;
    const detail = `only deletion is allowed, but found new scheduling gate '${name}'`;
    causes.push(forbiddenField(`${field}[${index}].name`, detail));
  }
}
