import type { HorizontalPodAutoscaler as HorizontalPodAutoscalerV1 } from "@kubewright/api/autoscaling/v1";
import type { HorizontalPodAutoscaler, HPAScalingRules } from "@kubewright/api/autoscaling/v2";
import type { ApiObject } from "../../resource-object.ts";
import { shownAutoscaler, storedAutoscaler } from "../convert/horizontal-pod-autoscaler.ts";

const cpuUtilization = 80;

/** What is left out of the metrics is filled in by the newer version, through which the object is stored. */
export function defaultHorizontalPodAutoscalerV1(autoscaler: HorizontalPodAutoscalerV1): void {
  if (autoscaler.spec !== undefined) autoscaler.spec.minReplicas ??= 1;
  const { metadata, spec, status } = shownAutoscaler(storedAutoscaler(autoscaler as unknown as ApiObject));
  Object.assign(autoscaler, { spec, status });
  if (metadata.annotations === undefined) delete autoscaler.metadata.annotations;
  else autoscaler.metadata.annotations = metadata.annotations;
}

/** Fills in what a horizontal pod autoscaler leaves out. */
export function defaultHorizontalPodAutoscaler({ spec }: HorizontalPodAutoscaler): void {
  if (spec === undefined) return;
  spec.minReplicas ??= 1;
  if ((spec.metrics?.length ?? 0) === 0) {
    spec.metrics = [
      {
        type: "Resource",
        resource: { name: "cpu", target: { type: "Utilization", averageUtilization: cpuUtilization } },
      },
    ];
  }
  if (spec.behavior === undefined) return;
  spec.behavior.scaleUp = {
    stabilizationWindowSeconds: 0,
    selectPolicy: "Max",
    policies: [
      { type: "Pods", value: 4, periodSeconds: 15 },
      { type: "Percent", value: 100, periodSeconds: 15 },
    ],
    ...givenRules(spec.behavior.scaleUp),
  };
  spec.behavior.scaleDown = {
    selectPolicy: "Max",
    policies: [{ type: "Percent", value: 100, periodSeconds: 15 }],
    ...givenRules(spec.behavior.scaleDown),
  };
}

function givenRules(rules: HPAScalingRules | undefined): HPAScalingRules {
  return Object.fromEntries(Object.entries(rules ?? {}).filter(([, value]) => value !== undefined && value !== null));
}
