import type { StatusCause } from "@kubewright/api";
import type {
  DaemonSet,
  DaemonSetSpec,
  DaemonSetUpdateStrategy,
  RollingUpdateDaemonSet,
} from "@kubewright/api/apps/v1";
import { invalidField, requiredField, unsupportedField } from "@kubewright/api/server";
import { internalValue } from "../internal/internal-value.ts";
import type { KindValidation } from "../kind-validation.ts";
import { checkPodTemplate } from "../pod/pod-template.ts";
import { checkImmutable } from "../rule/immutable.ts";
import { checkLabelSelector, isEmptySelector, printedSelector, selectorOf } from "../rule/label-selector.ts";
import { checkNotNegative } from "../rule/number-rule.ts";
import { typedValidation } from "../typed-validation.ts";
import { checkCollisions, checkCounts } from "./replica-count.ts";
import { checkAtMostAll, checkIntOrPercent, isNone } from "./rolling-update.ts";
import { checkAlwaysRestarted, checkSelected } from "./selected-template.ts";

/** The rules of daemon sets. */
export const daemonSetValidation: KindValidation = typedValidation<DaemonSet>({
  validate: (set, causes) => checkSpec(set.spec, causes),
  validateUpdate({ spec }, old, causes) {
    checkImmutable(spec?.selector, old.spec?.selector, "*metav1.LabelSelector", "spec.selector", causes);
    checkSpec(spec, causes);
  },
  views: {
    status: {
      validateUpdate({ status }, old, causes) {
        checkCounts(status ?? {}, statusCounts, causes);
        checkCollisions(status ?? {}, old.status ?? {}, causes);
      },
    },
  },
});

const statusCounts = [
  "currentNumberScheduled",
  "numberMisscheduled",
  "desiredNumberScheduled",
  "numberReady",
  "observedGeneration",
  "updatedNumberScheduled",
  "numberAvailable",
  "numberUnavailable",
  "collisionCount",
];
const strategies = ["RollingUpdate", "OnDelete"];

function checkSpec(given: DaemonSetSpec | undefined, causes: StatusCause[]): void {
  const {
    selector,
    template = {},
    minReadySeconds,
    updateStrategy,
    revisionHistoryLimit,
  } = given ?? ({} as DaemonSetSpec);
  checkLabelSelector(selector, "spec.selector", causes);
  const parsed = selectorOf(selector);
  if (parsed !== undefined) checkSelected(parsed, template, "spec.template", causes);
  if (selector && isEmptySelector(selector)) {
    const detail = "empty selector is invalid for daemonset";
    causes.push(invalidField("spec.selector", printedSelector(selector), detail));
  }
  checkPodTemplate(template, "spec.template", causes);
  checkAlwaysRestarted(template, "DaemonSet", "spec.template", causes);
  checkNotNegative(minReadySeconds, "spec.minReadySeconds", causes);
  checkUpdateStrategy(updateStrategy ?? {}, "spec.updateStrategy", causes);
  checkNotNegative(revisionHistoryLimit, "spec.revisionHistoryLimit", causes);
}

function checkUpdateStrategy(strategy: DaemonSetUpdateStrategy, field: string, causes: StatusCause[]): void {
  const { type, rollingUpdate } = strategy;
  if (type === "OnDelete") return;
  if (type !== "RollingUpdate") {
    causes.push(unsupportedField(field, internalValue("apps.DaemonSetUpdateStrategy", strategy), strategies));
  } else if (rollingUpdate === undefined) {
    causes.push(requiredField(`${field}.rollingUpdate`));
  } else {
    checkRollingUpdate(rollingUpdate, `${field}.rollingUpdate`, causes);
  }
}

function checkRollingUpdate(update: RollingUpdateDaemonSet, field: string, causes: StatusCause[]): void {
  const { maxUnavailable = 0, maxSurge = 0 } = update;
  checkIntOrPercent(maxUnavailable, `${field}.maxUnavailable`, causes);
  checkIntOrPercent(maxSurge, `${field}.maxSurge`, causes);
  checkAtMostAll(maxUnavailable, `${field}.maxUnavailable`, causes);
  checkAtMostAll(maxSurge, `${field}.maxSurge`, causes);
  if (!isNone(maxUnavailable) && !isNone(maxSurge)) {
    causes.push(invalidField(`${field}.maxSurge`, maxSurge, "may not be set when maxUnavailable is non-zero"));
  } else if (isNone(maxUnavailable) && isNone(maxSurge)) {
    causes.push(requiredField(`${field}.maxUnavailable`, "cannot be 0 when maxSurge is 0"));
  }
}
