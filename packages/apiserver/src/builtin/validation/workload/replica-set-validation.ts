import type { StatusCause } from "@kubewright/api";
import type { ReplicaSet, ReplicaSetSpec } from "@kubewright/api/apps/v1";
import type { KindValidation } from "../kind-validation.ts";
import { checkImmutable } from "../rule/immutable.ts";
import { checkNotNegative } from "../rule/number-rule.ts";
import { typedValidation } from "../typed-validation.ts";
import { checkCounts, checkShares } from "./replica-count.ts";
import { checkSelectedTemplate } from "./selected-template.ts";

/** The rules of replica sets. */
export const replicaSetValidation: KindValidation = typedValidation<ReplicaSet>({
  validate: (set, causes) => checkSpec(set.spec, causes),
  validateUpdate({ spec }, old, causes) {
    checkSpec(spec, causes);
    checkImmutable(spec?.selector, old.spec?.selector, "*metav1.LabelSelector", "spec.selector", causes);
  },
  views: {
    status: {
      validateUpdate({ status }, _, causes) {
        checkCounts(status ?? {}, statusCounts, causes);
        checkShares(status ?? {}, shares, "cannot be greater than readyReplicas", causes);
      },
    },
  },
});

const shares = ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"];
const statusCounts = ["replicas", ...shares, "observedGeneration", "terminatingReplicas"];

function checkSpec(given: ReplicaSetSpec | undefined, causes: StatusCause[]): void {
  const spec = given ?? ({} as ReplicaSetSpec);
  checkNotNegative(spec.replicas, "spec.replicas", causes);
  checkNotNegative(spec.minReadySeconds, "spec.minReadySeconds", causes);
  checkSelectedTemplate(spec.selector, spec.template ?? {}, "spec", causes);
}
