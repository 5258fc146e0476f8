import type { HorizontalPodAutoscaler as OlderAutoscaler } from "@kubewright/api/autoscaling/v1";
import type { HorizontalPodAutoscaler, MetricSpec, MetricStatus } from "@kubewright/api/autoscaling/v2";
import { type CellMakers, cells } from "./cell-makers.ts";

/** A goal or a measurement, whatever the metric is of. */
interface MetricNumbers {
  readonly averageUtilization?: number;
  readonly averageValue?: string;
  readonly value?: string;
}

const shownMetrics = 2;
const unknown = "<unknown>";

function metricsText(specs: readonly MetricSpec[], statuses: readonly MetricStatus[]): string {
  if (specs.length === 0) return "<none>";
  const texts = specs.slice(0, shownMetrics).map((spec, index) => metricText(spec, statuses[index]));
  const more = specs.length > shownMetrics ? ` + ${specs.length - shownMetrics} more...` : "";
  return `${texts.join(", ")}${more}`;
}

function metricText(spec: MetricSpec, status: MetricStatus | undefined): string {
  switch (spec.type) {
    case "External":
      return totalText(spec.external?.target, status?.external?.current);
    case "Object":
      return totalText(spec.object?.target, status?.object?.current);
    case "Pods":
      return `${status?.pods?.current?.averageValue ?? unknown}/${spec.pods?.target?.averageValue ?? ""}`;
    case "Resource":
      return `${spec.resource?.name ?? ""}: ${resourceText(spec.resource?.target, status?.resource?.current)}`;
    case "ContainerResource":
      return `${spec.containerResource?.name ?? ""}: ${resourceText(spec.containerResource?.target, status?.containerResource?.current)}`;
    default:
      return "<unknown type>";
  }
}

function totalText(target: MetricNumbers | undefined, current: MetricNumbers | undefined): string {
  if (target?.averageValue !== undefined) return `${current?.averageValue ?? unknown}/${target.averageValue} (avg)`;
  return `${current?.value ?? unknown}/${target?.value ?? ""}`;
}

function resourceText(target: MetricNumbers | undefined, current: MetricNumbers | undefined): string {
  if (target?.averageValue !== undefined) return `${current?.averageValue ?? unknown}/${target.averageValue}`;
  const percent = (value: number | undefined, none: string): string => (value === undefined ? none : `${value}%`);
  return `${percent(current?.averageUtilization, unknown)}/${percent(target?.averageUtilization, "<auto>")}`;
}

export const autoscalerCells: CellMakers = cells<HorizontalPodAutoscaler>({
  Reference: ({ spec }) => `${spec?.scaleTargetRef?.kind ?? ""}/${spec?.scaleTargetRef?.name ?? ""}`,
  Targets: ({ spec, status }) => metricsText(spec?.metrics ?? [], status?.currentMetrics ?? []),
  MinPods: ({ spec }) => (spec?.minReplicas === undefined ? "<unset>" : String(spec.minReplicas)),
  MaxPods: ({ spec }) => spec?.maxReplicas ?? 0,
  Replicas: ({ status }) => status?.currentReplicas ?? 0,
});

/** The first version knows of one metric. */
export const olderAutoscalerCells: CellMakers = {
  ...autoscalerCells,
  ...cells<OlderAutoscaler>({
    Targets: ({ spec, status }) => {
      const target = spec?.targetCPUUtilizationPercentage;
      if (target === undefined) return "<none>";
      const current = status?.currentCPUUtilizationPercentage;
      return `cpu: ${resourceText({ averageUtilization: target }, current === undefined ? {} : { averageUtilization: current })}`;
    },
  }),
};
