import type { HorizontalPodAutoscaler as HorizontalPodAutoscalerV1 } from "@kubewright/api/autoscaling/v1";
import type { HorizontalPodAutoscaler, HPAScalingRules } from "@kubewright/api/autoscaling/v2";

const cpuUtilization = 80;

/** What is left out of the metrics is filled in by the newer version, through which the object is stored. */
export function defaultHorizontalPodAutoscalerV1({ spec }: HorizontalPodAutoscalerV1): void {
  if (spec !== undefined) spec.minReplicas ??= 1;
}

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
