import type { StatusCause } from "@kubewright/api";
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
  HPAScalingPolicy,
  HPAScalingRules,
} from "@kubewright/api/autoscaling/v2";
import { Quantity } from "@kubewright/api";
import { invalidField, requiredField, unsupportedField } from "@kubewright/api/server";
import type { ApiObject } from "../../../../resource-object.ts";
import { storedAutoscaler } from "../../../convert/horizontal-pod-autoscaler.ts";
import type { KindValidation } from "../../kind-validation.ts";
import { checkNotNegative, checkPositive } from "../../rule/number-rule.ts";
import { checkOneOf } from "../../rule/text-rule.ts";
import { typedValidation } from "../../typed-validation.ts";
import { checkMetrics } from "./metric.ts";
import { checkObjectReference } from "./object-reference.ts";

/** The rules of autoscalers of both versions, which are those of the newer one. */
export const autoscalerValidation: KindValidation = typedValidation<HorizontalPodAutoscaler>({
  validate: (autoscaler, causes) => checkSpec(newer(autoscaler).spec, undefined, causes),
  validateUpdate: (autoscaler, old, causes) => checkSpec(newer(autoscaler).spec, newer(old).spec, causes),
  views: {
    status: {
      validateUpdate({ status }, _, causes) {
        checkNotNegative(status?.currentReplicas, "status.currentReplicas", causes);
        checkNotNegative(status?.desiredReplicas, "status.desiredReplicas", causes);
      },
    },
  },
});

const maxPeriodSeconds = 1800;
const maxWindowSeconds = 3600;

function newer(autoscaler: HorizontalPodAutoscaler): HorizontalPodAutoscaler {
  if (autoscaler.apiVersion !== ("autoscaling/v1" as string)) return autoscaler;
  return storedAutoscaler(autoscaler as unknown as ApiObject) as unknown as HorizontalPodAutoscaler;
}

function checkSpec(
  given: HorizontalPodAutoscalerSpec | undefined,
  old: HorizontalPodAutoscalerSpec | undefined,
  causes: StatusCause[],
): void {
  const spec = given ?? ({} as HorizontalPodAutoscalerSpec);
  const { minReplicas, maxReplicas = 0, scaleTargetRef, metrics = [], behavior } = spec;
  if (minReplicas !== undefined && minReplicas < 1) {
    causes.push(invalidField("spec.minReplicas", minReplicas, "must be greater than or equal to 1"));
  }
  if (maxReplicas === 0) causes.push(requiredField("spec.maxReplicas", "must be set and greater than 0"));
  else if (maxReplicas < 0) {
    causes.push(invalidField("spec.maxReplicas", maxReplicas, "must be greater than or equal to 1"));
  }
  if (minReplicas !== undefined && maxReplicas < minReplicas) {
    const detail = "must be greater than or equal to `minReplicas`";
    causes.push(invalidField("spec.maxReplicas", maxReplicas, detail));
  }
  const target = scaleTargetRef ?? {};
  const oldTarget = old?.scaleTargetRef;
  const isSameKind = oldTarget?.kind === target.kind && (oldTarget?.apiVersion ?? "") === (target.apiVersion ?? "");
  const rule = isSameKind ? "any" : target.kind === "ReplicationController" ? "known" : "grouped";
  checkObjectReference(target, rule, "spec.scaleTargetRef", causes);
  checkMetrics(metrics, minReplicas, "spec.metrics", causes);
  if (behavior?.scaleUp) checkScalingRules(behavior.scaleUp, "spec.behavior.scaleUp", causes);
  if (behavior?.scaleDown) checkScalingRules(behavior.scaleDown, "spec.behavior.scaleDown", causes);
}

function checkScalingRules(rules: HPAScalingRules, field: string, causes: StatusCause[]): void {
  const { stabilizationWindowSeconds: seconds, selectPolicy, policies = [], tolerance } = rules;
  const place = `${field}.stabilizationWindowSeconds`;
  if (seconds !== undefined && seconds < 0) {
    causes.push(invalidField(place, seconds, "must be greater than or equal to zero"));
  }
  if (seconds !== undefined && seconds > maxWindowSeconds) {
    causes.push(invalidField(place, seconds, `must be less than or equal to ${maxWindowSeconds}`));
  }
  checkOneOf(selectPolicy, ["Disabled", "Max", "Min"], `${field}.selectPolicy`, causes);
  if (policies.length === 0) causes.push(requiredField(`${field}.policies`, "must specify at least one Policy"));
  for (const [index, policy] of policies.entries()) {
    checkScalingPolicy(policy, `${field}.policies[${index}]`, causes);
  }
  if (tolerance === undefined) return;
  const amount = Quantity.parse(tolerance);
  if (amount.compare(Quantity.of(0)) < 0) {
    causes.push(invalidField(`${field}.tolerance`, amount.toString(), "must be greater than or equal to 0"));
  }
}

function checkScalingPolicy(policy: HPAScalingPolicy, field: string, causes: StatusCause[]): void {
  const { type, value, periodSeconds } = policy;
  if (type !== "Pods" && type !== "Percent") {
    causes.push(unsupportedField(`${field}.type`, type ?? "", ["Percent", "Pods"]));
  }
  checkPositive(value, `${field}.value`, causes);
  checkPositive(periodSeconds, `${field}.periodSeconds`, causes);
  if ((periodSeconds ?? 0) > maxPeriodSeconds) {
    const detail = `must be less than or equal to ${maxPeriodSeconds}`;
    causes.push(invalidField(`${field}.periodSeconds`, periodSeconds, detail));
  }
}
