import type { ObjectMeta, StatusCause } from "@kubewright/api";
import type { PodSpec, PodTemplateSpec } from "@kubewright/api/core/v1";
import { forbiddenField } from "@kubewright/api/server";
import { validateAnnotations } from "../../../resource/object-meta/validate-object-meta.ts";
import { checkLabels } from "../rule/label-selector.ts";
import { checkPodAnnotations, checkProfilesMatch } from "./pod-annotation.ts";
import { checkPodSpec } from "./pod-spec.ts";

/** Adds what is wrong with a template of pods. */
export function checkPodTemplate(template: PodTemplateSpec, field: string, causes: StatusCause[]): void {
  const spec = specOf(template);
  const { labels, annotations } = (template.metadata ?? {}) as ObjectMeta;
  checkLabels(labels, `${field}.labels`, causes);
  causes.push(...validateAnnotations(annotations, `${field}.annotations`));
  checkPodAnnotations(annotations, spec, `${field}.annotations`, causes);
  checkPodSpec(spec, undefined, `${field}.spec`, causes);
  checkProfilesMatch(annotations, spec, `${field}.spec`, causes);
  if ((spec.ephemeralContainers?.length ?? 0) > 0) {
    const detail = "ephemeral containers not allowed in pod template";
    causes.push(forbiddenField(`${field}.spec.ephemeralContainers`, detail));
  }
}

/** The spec of a template, which a bad one may not have. */
export function specOf(template: PodTemplateSpec | undefined): PodSpec {
  return template?.spec ?? { containers: [] };
}
