import type { ObjectMeta, StatusCause } from "@kubewright/api";
import type { ReplicationController, ReplicationControllerSpec } from "@kubewright/api/core/v1";
import { requiredField } from "@kubewright/api/server";
import type { KindValidation } from "../kind-validation.ts";
import { checkPodTemplate } from "../pod/pod-template.ts";
import { checkNotNegative } from "../rule/number-rule.ts";
import { typedValidation } from "../typed-validation.ts";
import { checkCounts, checkShares } from "./replica-count.ts";
import { checkAlwaysRestarted, unselectedLabels } from "./selected-template.ts";

/** The rules of replication controllers. */
export const replicationControllerValidation: KindValidation = typedValidation<ReplicationController>({
  validate: (controller, causes) => checkSpec(controller.spec ?? {}, causes),
  validateUpdate: (controller, _, causes) => checkSpec(controller.spec ?? {}, causes),
  views: {
    status: {
      validateUpdate({ status }, _, causes) {
        checkCounts(status ?? {}, ["replicas", ...shares, "observedGeneration"], causes);
        checkShares(status ?? {}, shares, "cannot be greater than readyReplicas", causes);
      },
    },
  },
});

const shares = ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"];

function checkSpec(spec: ReplicationControllerSpec, causes: StatusCause[]): void {
  const { minReadySeconds, selector = {}, replicas, template } = spec;
  checkNotNegative(minReadySeconds, "spec.minReadySeconds", causes);
  const isEmpty = Object.keys(selector).length === 0;
  if (isEmpty) causes.push(requiredField("spec.selector"));
  if (replicas === undefined) causes.push(requiredField("spec.replicas"));
  checkNotNegative(replicas, "spec.replicas", causes);
  if (template === undefined) return void causes.push(requiredField("spec.template"));
  const { labels } = (template.metadata ?? {}) as ObjectMeta;
  const isSelected = Object.entries(selector).every(([key, value]) => labels?.[key] === value);
  if (!isSelected) causes.push(unselectedLabels(template, "spec.template"));
  checkPodTemplate(template, "spec.template", causes);
  checkAlwaysRestarted(template, "ReplicationController", "spec.template", causes);
}
