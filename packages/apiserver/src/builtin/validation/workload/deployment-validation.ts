import type { StatusCause } from "@kubewright/api";
import type { Deployment, DeploymentSpec, DeploymentStrategy, RollingUpdateDeployment } from "@kubewright/api/apps/v1";
import { forbiddenField, invalidField, requiredField, unsupportedField } from "@kubewright/api/server";
import { internalValue } from "../internal/internal-value.ts";
import type { KindValidation } from "../kind-validation.ts";
import { checkImmutable } from "../rule/immutable.ts";
import { checkNotNegative } from "../rule/number-rule.ts";
import { typedValidation } from "../typed-validation.ts";
import { checkCollisions, checkCounts, checkShares } from "./replica-count.ts";
import { checkAtMostAll, checkIntOrPercent, isNone } from "./rolling-update.ts";
import { checkSelectedTemplate } from "./selected-template.ts";

/** The rules of deployments. */
export const deploymentValidation: KindValidation = typedValidation<Deployment>({
  validate: (deployment, causes) => checkSpec(deployment.spec, causes),
  validateUpdate({ spec }, old, causes) {
    checkSpec(spec, causes);
    checkImmutable(spec?.selector, old.spec?.selector, "*metav1.LabelSelector", "spec.selector", causes);
  },
  views: {
    status: {
      validateUpdate({ status = {} }, old, causes) {
        checkCounts(status, statusCounts, causes);
        checkShares(status, shares, "cannot be greater than readyReplicas", causes);
        checkCollisions(status, old.status ?? {}, causes);
      },
    },
  },
});

const statusCounts = [
  "observedGeneration",
  "replicas",
  "updatedReplicas",
  "readyReplicas",
  "availableReplicas",
  "unavailableReplicas",
  "terminatingReplicas",
  "collisionCount",
];
const shares = ["updatedReplicas", "readyReplicas", "availableReplicas"];
const strategies = ["Recreate", "RollingUpdate"];

function checkSpec(given: DeploymentSpec | undefined, causes: StatusCause[]): void {
  const spec = given ?? ({} as DeploymentSpec);
  checkNotNegative(spec.replicas, "spec.replicas", causes);
  checkSelectedTemplate(spec.selector, spec.template ?? {}, "spec", causes);
  checkStrategy(spec.strategy ?? {}, "spec.strategy", causes);
  const { minReadySeconds = 0, progressDeadlineSeconds: deadline } = spec;
  checkNotNegative(minReadySeconds, "spec.minReadySeconds", causes);
  checkNotNegative(spec.revisionHistoryLimit, "spec.revisionHistoryLimit", causes);
  if (deadline === undefined) return;
  checkNotNegative(deadline, "spec.progressDeadlineSeconds", causes);
  if (deadline <= minReadySeconds) {
    causes.push(invalidField("spec.progressDeadlineSeconds", deadline, "must be greater than minReadySeconds"));
  }
}

function checkStrategy(strategy: DeploymentStrategy, field: string, causes: StatusCause[]): void {
  const { type, rollingUpdate } = strategy;
  const place = `${field}.rollingUpdate`;
  if (type === "Recreate") {
    if (rollingUpdate !== undefined) {
      causes.push(forbiddenField(place, "may not be specified when strategy `type` is 'Recreate'"));
    }
  } else if (type !== "RollingUpdate") {
    causes.push(unsupportedField(field, internalValue("apps.DeploymentStrategy", strategy), strategies));
  } else if (rollingUpdate === undefined) {
    causes.push(requiredField(place, "this should be defaulted and never be nil"));
  } else {
    checkRollingUpdate(rollingUpdate, place, causes);
  }
}

function checkRollingUpdate(update: RollingUpdateDeployment, field: string, causes: StatusCause[]): void {
  const { maxUnavailable = 0, maxSurge = 0 } = update;
  const place = `${field}.maxUnavailable`;
  checkIntOrPercent(maxUnavailable, place, causes);
  checkIntOrPercent(maxSurge, `${field}.maxSurge`, causes);
  if (isNone(maxUnavailable) && isNone(maxSurge)) {
    causes.push(invalidField(place, maxUnavailable, "may not be 0 when `maxSurge` is 0"));
  }
  checkAtMostAll(maxUnavailable, place, causes);
}
