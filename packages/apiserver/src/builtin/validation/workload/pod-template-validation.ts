import type { PodTemplate } from "@kubewright/api/core/v1";
import type { KindValidation } from "../kind-validation.ts";
import { checkPodTemplate } from "../pod/pod-template.ts";
import { typedValidation } from "../typed-validation.ts";

/** The rules of templates of pods that are objects of their own. */
export const podTemplateValidation: KindValidation = typedValidation<PodTemplate>({
  validate: ({ template }, causes) => checkPodTemplate(template ?? {}, "template", causes),
  validateUpdate: ({ template }, _, causes) => checkPodTemplate(template ?? {}, "template", causes),
});
