import type { StatusCause } from "@kubewright/api";
import type { Pod } from "@kubewright/api/core/v1";
import { forbiddenField } from "@kubewright/api/server";
import type { KindValidation } from "../kind-validation.ts";
import { typedValidation } from "../typed-validation.ts";
import { checkPod, podSpecOf } from "./pod.ts";
import { checkProfilesMatch } from "./pod-annotation.ts";
import { checkEphemeralChange } from "./update/ephemeral-change.ts";
import { checkPodChange } from "./update/pod-change.ts";
import { checkPodStatus } from "./update/pod-status.ts";
import { checkResize } from "./update/resize.ts";

/** The rules of pods. */
export const podValidation: KindValidation = typedValidation<Pod>({
  validate: checkNewPod,
  validateUpdate: checkPodChange,
  views: {
    status: { validateUpdate: checkPodStatus },
    ephemeralcontainers: { validateUpdate: checkEphemeralChange },
    resize: { validateUpdate: checkResize },
  },
});

function checkNewPod(pod: Pod, causes: StatusCause[]): void {
  checkPod(pod, causes);
  const spec = podSpecOf(pod);
  if ((spec.ephemeralContainers?.length ?? 0) > 0) {
    causes.push(forbiddenField("spec.ephemeralContainers", "cannot be set on create"));
  }
  if (spec.nodeName && (spec.schedulingGates?.length ?? 0) > 0) {
    causes.push(forbiddenField("spec.nodeName", "cannot be set until all schedulingGates have been cleared"));
  }
  checkProfilesMatch(pod.metadata.annotations, spec, "spec", causes);
}
