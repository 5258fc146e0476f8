import type { StatusCause } from "@kubewright/api";
import type { Pod } from "@kubewright/api/core/v1";
import { forbiddenField } from "@kubewright/api/server";
import { knownAnnotation, knownPrefix } from "../../../../resource/known-annotation.ts";
import { podSpecOf } from "../pod.ts";
import { checkPodAnnotations } from "../pod-annotation.ts";

/** Adds what is wrong with a change of annotations that mean something for pods. */
export function checkAnnotationChange(pod: Pod, old: Pod, causes: StatusCause[]): void {
  const annotations = pod.metadata.annotations ?? {};
  const oldAnnotations = old.metadata.annotations ?? {};
  const check = (key: string, change: string): void => {
    const field = `metadata.annotations[${key}]`;
    if (key.startsWith(knownPrefix.appArmor))
      causes.push(forbiddenField(field, `may not ${change} AppArmor annotations`));
    if (key === knownAnnotation.mirrorPod)
      causes.push(forbiddenField(field, `may not ${change} mirror pod annotation`));
  };
  for (const [key, value] of Object.entries(oldAnnotations)) {
    if (annotations[key] !== value) check(key, "remove or update");
  }
  for (const key of Object.keys(annotations)) if (oldAnnotations[key] === undefined) check(key, "add");
  checkPodAnnotations(pod.metadata.annotations, podSpecOf(pod), "metadata.annotations", causes);
}
