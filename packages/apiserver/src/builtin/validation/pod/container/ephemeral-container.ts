import type { EphemeralContainer } from "@kubewright/api/core/v1";
import { duplicateField, forbiddenField, unresolvedField } from "@kubewright/api/server";
import type { PodScope } from "../pod-scope.ts";
import { checkContainer, checkExactImage } from "./container.ts";

/** What only containers have that are part of the pod from the start. */
const forbidden = [
  "ports",
  "resources",
  "resizePolicy",
  "restartPolicy",
  "restartPolicyRules",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
  "lifecycle",
] as const;

const refusal = "cannot be set for an Ephemeral Container";

/** Adds what is wrong with the containers that were put into a pod to look at it. */
export function checkEphemeralContainers(
  containers: readonly EphemeralContainer[],
  field: string,
  scope: PodScope,
): void {
  const { causes, spec } = scope;
  const targets = new Set([...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ name = "" }) => name));
  const names = new Set(targets);
  for (const [index, container] of containers.entries()) {
    const place = `${field}[${index}]`;
    checkContainer(container, place, scope);
    checkExactImage(container, place, causes);
    const { name = "", targetContainerName = "" } = container;
    if (names.has(name)) causes.push(duplicateField(`${place}.name`, name));
    names.add(name);
    if (targetContainerName !== "" && !targets.has(targetContainerName)) {
      causes.push(unresolvedField(`${place}.targetContainerName`, targetContainerName));
    }
    for (const member of forbidden) {
      if (isSet(container, member)) causes.push(forbiddenField(`${place}.${member}`, refusal));
    }
    for (const [mount, { subPath, subPathExpr }] of (container.volumeMounts ?? []).entries()) {
      if (subPath) causes.push(forbiddenField(`${place}.volumeMounts[${mount}].subPath`, refusal));
      if (subPathExpr) causes.push(forbiddenField(`${place}.volumeMounts[${mount}].subPathExpr`, refusal));
    }
  }
}

/** An empty list is none, and neither are resources without any. */
function isSet(container: EphemeralContainer, member: (typeof forbidden)[number]): boolean {
  const value = container[member];
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && (member !== "resources" || Object.keys(value).length > 0);
}
