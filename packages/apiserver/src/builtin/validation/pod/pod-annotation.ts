import type { StatusCause } from "@kubewright/api";
import type { PodSpec } from "@kubewright/api/core/v1";
import { forbiddenField, invalidField, quote } from "@kubewright/api/server";
import { knownAnnotation, knownPrefix } from "../../../resource/known-annotation.ts";
import { checkDescendingPath } from "../rule/local-path.ts";
import { containersOf } from "./pod-scope.ts";

/** Annotations of a pod, or of a template of pods. */
export type Annotations = Readonly<Record<string, string>> | undefined;

const deletionCost = "controller.kubernetes.io/pod-deletion-cost";

/** Adds what is wrong with annotations that mean something for pods. `field` is where they are. */
export function checkPodAnnotations(
  annotations: Annotations,
  spec: PodSpec,
  field: string,
  causes: StatusCause[],
): void {
  if (annotations === undefined) return;
  const mirror = annotations[knownAnnotation.mirrorPod];
  if (mirror !== undefined && !spec.nodeName) {
    const detail = "must set spec.nodeName if mirror pod annotation is set";
    causes.push(invalidField(`${field}[${knownAnnotation.mirrorPod}]`, mirror, detail));
  }
  const cost = annotations[deletionCost];
  if (cost !== undefined && !isInt32(cost)) {
    causes.push(invalidField(`${field}[${deletionCost}]`, cost, "must be a 32bit integer"));
  }
  for (const [key, value] of Object.entries(annotations)) {
    if (key === knownAnnotation.seccompPod || key.startsWith(knownPrefix.seccomp)) {
      checkSeccompName(value, `${field}.${key}`, causes);
    }
  }
  for (const [key, value] of Object.entries(annotations)) {
    if (key.startsWith(knownPrefix.appArmor)) checkAppArmorName(key, value, spec, `${field}[${key}]`, causes);
  }
}

/** Adds causes where annotations and the fields that came after them differ. `field` is where the spec is. */
export function checkProfilesMatch(
  annotations: Annotations,
  spec: PodSpec,
  field: string,
  causes: StatusCause[],
): void {
  if (annotations === undefined) return;
  const holders = [[spec, field, knownAnnotation.seccompPod] as const].concat(
    containersOf(spec, field).map(([container, place]) => {
      return [container as unknown as PodSpec, place, `${knownPrefix.seccomp}${container.name}`] as const;
    }) as never,
  );
  for (const [{ securityContext }, place, key] of holders) {
    const profile = securityContext?.seccompProfile;
    const annotation = annotations[key];
    if (profile === undefined || annotation === undefined) continue;
    const names = ["runtime/default", "docker/default"];
    checkMatch("seccomp", annotation, profile, names, `${place}.securityContext.seccompProfile`, causes);
  }
  if (spec.os?.name === "windows") return;
  for (const [container, place] of containersOf(spec, field)) {
    const profile = container.securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile;
    const annotation = annotations[`${knownPrefix.appArmor}${container.name}`];
    if (profile === undefined || annotation === undefined) continue;
    const names = ["runtime/default"];
    checkMatch("apparmor", annotation, profile, names, `${place}.securityContext.appArmorProfile`, causes);
  }
}

function checkMatch(
  what: string,
  annotation: string,
  { type, localhostProfile }: { type?: string; localhostProfile?: string },
  defaults: readonly string[],
  field: string,
  causes: StatusCause[],
): void {
  const local = "localhost/";
  const isSameType =
    type === "Unconfined"
      ? annotation === "unconfined"
      : type === "RuntimeDefault"
        ? defaults.includes(annotation)
        : type !== "Localhost" || annotation.startsWith(local);
  if (!isSameType) {
    causes.push(forbiddenField(`${field}.type`, `${what} type in annotation and field must match`));
  } else if (type === "Localhost" && annotation.slice(local.length) !== localhostProfile) {
    causes.push(forbiddenField(`${field}.localhostProfile`, `${what} profile in annotation and field must match`));
  }
}

function checkSeccompName(name: string, field: string, causes: StatusCause[]): void {
  if (["runtime/default", "docker/default", "unconfined"].includes(name)) return;
  if (name.startsWith("localhost/")) return void checkDescendingPath(name.slice("localhost/".length), field, causes);
  causes.push(invalidField(field, name, "must be a valid seccomp profile"));
}

function checkAppArmorName(key: string, name: string, spec: PodSpec, field: string, causes: StatusCause[]): void {
  const container = key.slice(knownPrefix.appArmor.length);
  if (!containersOf(spec, "").some(([other]) => other.name === container)) {
    causes.push(invalidField(field, container, "container not found"));
  }
  if (["", "runtime/default", "unconfined"].includes(name) || name.startsWith("localhost/")) return;
  causes.push(invalidField(field, name, `invalid AppArmor profile name: ${quote(name)}`));
}

/** A whole number as the reference wants it here: no plus, no zeros before it. */
function isInt32(text: string): boolean {
  if (!/^(-\d+|0|[1-9]\d*)$/.test(text)) return false;
  const number = BigInt(text);
  return BigInt.asIntN(32, number) === number;
}
