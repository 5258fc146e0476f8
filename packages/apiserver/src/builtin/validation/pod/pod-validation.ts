import type { StatusCause } from "@kubewright/api";
import type { Pod } from "@kubewright/api/core/v1";
import { forbiddenField } from "@kubewright/api/server";
import type { KindValidation } from "../kind-validation.ts";
import { checkPod, podSpecOf } from "./pod.ts";
import { checkProfilesMatch } from "./pod-annotation.ts";

/** The rules of pods. */
export const podValidation: KindValidation = {
  validate: (object) => newPodCauses(object as unknown as Pod),
  validateUpdate: () => [],
};

function newPodCauses(pod: Pod): StatusCause[] {
  const causes: StatusCause[] = [];
  checkPod(pod, causes);
  const spec = podSpecOf(pod);
  if ((spec.ephemeralContainers?.length ?? 0) > 0) {
    causes.push(forbiddenField("spec.ephemeralContainers", "cannot be set on create"));
  }
  if (spec.nodeName && (spec.schedulingGates?.length ?? 0) > 0) {
    causes.push(forbiddenField("spec.nodeName", "cannot be set until all schedulingGates have been cleared"));
  }
  checkProfilesMatch(pod.metadata.annotations, spec, "spec", causes);
  return causes;
}
