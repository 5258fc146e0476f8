import { type StatusCause, validatePathSegmentName } from "@kubewright/api";
import type {
  CrossVersionObjectReference,
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
} from "@kubewright/api/autoscaling/v2";
import { forbiddenField, invalidField, requiredField } from "@kubewright/api/server";
import type { ApiObject } from "../../../resource-object.ts";
import { storedAutoscaler } from "../../convert/horizontal-pod-autoscaler.ts";
import type { KindValidation } from "../kind-validation.ts";
import { checkNotNegative } from "../rule/number-rule.ts";
import { checkNeededText } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";
import { checkMetric } from "./autoscaler-metric.ts";
import { checkScalingRules } from "./scaling-rule.ts";

/** The rules of autoscalers, of both versions; fields are named as in the newer one. */
export const autoscalerValidation: KindValidation = typedValidation<ApiObject>({
  validate: (shown, causes) => checkSpec(newer(shown).spec ?? emptySpec, undefined, causes),
  validateUpdate: (shown, old, causes) => checkSpec(newer(shown).spec ?? emptySpec, newer(old).spec, causes),
  views: {
    status: {
      validateUpdate(shown, _old, causes) {
        const { status } = newer(shown);
        checkNotNegative(status?.currentReplicas, "status.currentReplicas", causes);
        checkNotNegative(status?.desiredReplicas, "status.desiredReplicas", causes);
      },
    },
  },
});

const emptySpec: HorizontalPodAutoscalerSpec = { maxReplicas: 0, scaleTargetRef: { kind: "", name: "" } };

function newer(shown: ApiObject): HorizontalPodAutoscaler {
  return (shown.apiVersion === "autoscaling/v1"
    ? storedAutoscaler(shown)
    : shown) as unknown as HorizontalPodAutoscaler;
}

function checkSpec(
  spec: HorizontalPodAutoscalerSpec,
  old: HorizontalPodAutoscalerSpec | undefined,
  causes: StatusCause[],
): void {
  const { minReplicas, maxReplicas = 0, metrics = [], behavior } = spec;
  const lowest = old?.minReplicas === 0 ? 0 : 1;
  if (minReplicas !== undefined && minReplicas < lowest) {
    causes.push(invalidField("spec.minReplicas", minReplicas, `must be greater than or equal to ${lowest}`));
  }
  if (maxReplicas === 0) causes.push(requiredField("spec.maxReplicas", "must be set and greater than 0"));
  else if (maxReplicas < 0) {
    causes.push(invalidField("spec.maxReplicas", maxReplicas, "must be greater than or equal to 1"));
  }
  if (minReplicas !== undefined && maxReplicas < minReplicas) {
    causes.push(invalidField("spec.maxReplicas", maxReplicas, "must be greater than or equal to `minReplicas`"));
  }
  checkTarget(spec.scaleTargetRef ?? {}, old?.scaleTargetRef, causes);
  const hadBadMetric = (old?.metrics ?? []).some(({ type, object }) => {
    return type === "Object" && object !== undefined && versionProblem(object.describedObject, true) !== undefined;
  });
  const checkDescribed = (reference: Partial<CrossVersionObjectReference>, field: string): void =>
    checkScaleReference(reference, hadBadMetric ? "any" : "anyGroup", field, causes);
  for (const [index, metric] of metrics.entries()) {
    checkMetric(metric, checkDescribed, `spec.metrics[${index}]`, causes);
  }
  if (minReplicas === 0 && !metrics.some(({ type }) => type === "Object" || type === "External")) {
    const detail = "must specify at least one Object or External metric to support scaling to zero replicas";
    causes.push(forbiddenField("spec.metrics", detail));
  }
  checkScalingRules(behavior?.scaleUp, "spec.behavior.scaleUp", causes);
  checkScalingRules(behavior?.scaleDown, "spec.behavior.scaleDown", causes);
}

function checkTarget(
  target: Partial<CrossVersionObjectReference>,
  old: CrossVersionObjectReference | undefined,
  causes: StatusCause[],
): void {
  const isSame = old !== undefined && old.apiVersion === target.apiVersion && old.kind === target.kind;
  // The one kind of the group without a name that can be scaled.
  const other = target.kind === "ReplicationController" ? "anyGroup" : "named";
  checkScaleReference(target, isSame ? "any" : other, "spec.scaleTargetRef", causes);
}

/** `any`: the version is not looked at; `anyGroup`: its group may be empty. */
function checkScaleReference(
  reference: Partial<CrossVersionObjectReference>,
  versions: "any" | "anyGroup" | "named",
  field: string,
  causes: StatusCause[],
): void {
  checkNeededText(validatePathSegmentName, reference.kind, `${field}.kind`, causes);
  checkNeededText(validatePathSegmentName, reference.name, `${field}.name`, causes);
  const problem = versions === "any" ? undefined : versionProblem(reference, versions === "anyGroup");
  if (problem === undefined) return;
  causes.push(invalidField(`${field}.apiVersion`, reference.apiVersion ?? "", problem));
}

function versionProblem(
  reference: Partial<CrossVersionObjectReference> | undefined,
  mayHaveNoGroup: boolean,
): string | undefined {
  const apiVersion = reference?.apiVersion ?? "";
  const slashes = apiVersion.split("/").length - 1;
  if (slashes > 1) return `unexpected GroupVersion string: ${apiVersion}`;
  const group = slashes === 1 ? apiVersion.split("/")[0] : "";
  return group === "" && !mayHaveNoGroup ? "apiVersion must specify API group" : undefined;
}
