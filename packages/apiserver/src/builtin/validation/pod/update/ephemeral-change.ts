import { type StatusCause, semanticEqual } from "@kubewright/api";
import type { Pod } from "@kubewright/api/core/v1";
import { forbiddenField, quote } from "@kubewright/api/server";
import { knownAnnotation } from "../../../../resource/known-annotation.ts";
import { internalValue } from "../../internal/internal-value.ts";
import { diffOf } from "../../internal/unified-diff.ts";
import { checkPod, podSpecOf } from "../pod.ts";
import { checkAnnotationChange } from "./annotation-change.ts";

/** What is wrong with a change of the containers that look at a pod. */
export function checkEphemeralChange(pod: Pod, old: Pod, causes: StatusCause[]): void {
  if (old.metadata.annotations?.[knownAnnotation.mirrorPod] !== undefined) {
    return void causes.push(forbiddenField("", "static pods do not support ephemeral containers"));
  }
  checkPod(pod, causes);
  checkAnnotationChange(pod, old, causes);
  const containers = new Map((podSpecOf(pod).ephemeralContainers ?? []).map((item) => [item.name, item]));
  const field = "spec.ephemeralContainers";
  for (const oldContainer of podSpecOf(old).ephemeralContainers ?? []) {
    const container = containers.get(oldContainer.name);
    const what = `existing ephemeral containers ${quote(oldContainer.name)} may not be`;
    if (container === undefined) {
      causes.push(forbiddenField(field, `${what} removed\n`));
    } else if (!semanticEqual(container, oldContainer, { kind: { apiVersion: "v1" } })) {
      const type = "core.EphemeralContainer";
      const diff = diffOf(internalValue(type, oldContainer), internalValue(type, container));
      causes.push(forbiddenField(field, `${what} changed\n${diff}`));
    }
  }
}
