import { parseJson, stringifyJson } from "@kubewright/api";
import type { ApiObject } from "../../resource-object.ts";
import {
  type Metric,
  type MetricV1,
  metricFromV1,
  metricStatusFromV1,
  metricStatusToV1,
  metricToV1,
} from "./autoscaling-metric.ts";

// Version 1 knows only the utilization of CPU. All else that an autoscaler says is in annotations there.
const metricsNote = "autoscaling.alpha.kubernetes.io/metrics";
const behaviorNote = "autoscaling.alpha.kubernetes.io/behavior";
const currentMetricsNote = "autoscaling.alpha.kubernetes.io/current-metrics";
const conditionsNote = "autoscaling.alpha.kubernetes.io/conditions";
const notes: readonly string[] = [
  metricsNote,
  behaviorNote,
  "autoscaling.alpha.kubernetes.io/scale-down-tolerance",
  "autoscaling.alpha.kubernetes.io/scale-up-tolerance",
  currentMetricsNote,
  conditionsNote,
];

const cpuUtilization = 80;

type Members = Record<string, unknown>;

/** An autoscaler of `autoscaling/v1` as it is stored, which is as `autoscaling/v2` shows it. */
export function storedAutoscaler(autoscaler: ApiObject): ApiObject {
  const { targetCPUUtilizationPercentage: target, ...spec } = (autoscaler.spec ?? {}) as Members;
  const { currentCPUUtilizationPercentage: current, currentReplicas, ...status } = (autoscaler.status ?? {}) as Members;
  const annotations = autoscaler.metadata.annotations ?? {};
  const metrics = ((noted(annotations[metricsNote]) as MetricV1[] | undefined) ?? []).map(metricFromV1);
  if (target !== undefined) metrics.push(cpuMetric(target));
  const behavior = behaviorFromNote(annotations[behaviorNote]);
  const currentMetrics = (noted(annotations[currentMetricsNote]) as MetricV1[] | undefined)?.map(metricStatusFromV1);
  const conditions = noted(annotations[conditionsNote]) as Members[] | undefined;
  return {
    ...autoscaler,
    apiVersion: "autoscaling/v2",
    metadata: withNotes(autoscaler.metadata, {}),
    spec: {
      ...spec,
      metrics: metrics.length === 0 ? [cpuMetric(cpuUtilization)] : metrics,
      ...(behavior && { behavior }),
    },
    status: {
      ...status,
      ...(currentReplicas ? { currentReplicas } : {}),
      currentMetrics:
        currentMetrics ??
        (current === undefined
          ? null
          : [{ type: "Resource", resource: { name: "cpu", current: { averageUtilization: current } } }]),
      ...(conditions && { conditions }),
    },
  };
}

/** A stored autoscaler as `autoscaling/v1` shows it. */
export function shownAutoscaler(stored: ApiObject): ApiObject {
  const { metrics, behavior, ...spec } = (stored.spec ?? {}) as Members & { metrics?: Metric[]; behavior?: Members };
  const { currentMetrics, conditions, ...status } = (stored.status ?? {}) as Members & {
    currentMetrics?: Metric[] | null;
    conditions?: Members[];
  };
  const utilization = metrics?.find(isCpuUtilization)?.resource?.target?.averageUtilization;
  const others = (metrics ?? []).filter((metric) => !isCpuUtilization(metric));
  const current = (currentMetrics ?? [])
    .filter(({ type, resource }) => type === "Resource" && resource?.name === "cpu")
    .map(({ resource }) => resource?.current?.averageUtilization)
    .findLast((value) => value !== undefined);
  return {
    ...stored,
    apiVersion: "autoscaling/v1",
    metadata: withNotes(stored.metadata, {
      ...(others.length > 0 && { [metricsNote]: stringifyJson(others.map(metricToV1)) }),
      ...(currentMetrics &&
        currentMetrics.length > 0 && {
          [currentMetricsNote]: stringifyJson(currentMetrics.map(metricStatusToV1)),
        }),
      ...(behavior && { [behaviorNote]: behaviorNoteOf(behavior) }),
      ...(conditions && conditions.length > 0 && { [conditionsNote]: stringifyJson(conditions.map(orderedCondition)) }),
    }),
    spec: { ...spec, ...(utilization !== undefined && { targetCPUUtilizationPercentage: utilization }) },
    status: {
      currentReplicas: 0,
      ...status,
      ...(current !== undefined && { currentCPUUtilizationPercentage: current }),
    },
  };
}

function cpuMetric(averageUtilization: unknown): Metric {
  return { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } };
}

function isCpuUtilization({ type, resource }: Metric): boolean {
  return type === "Resource" && resource?.name === "cpu" && resource.target?.averageUtilization !== undefined;
}

/** As the reference writes its own conditions, in the order of its fields. */
function orderedCondition({ type, status, lastTransitionTime, reason, message }: Members): Members {
  return {
    type,
    status,
    lastTransitionTime: lastTransitionTime ?? null,
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
  };
}

/** Notes that cannot be read do not count. */
function noted(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    const value = parseJson(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The note has the reference's own names of fields, with capitals, and null for what is not set. */
function behaviorNoteOf(behavior: Members): string {
  const rules = (value: unknown): unknown => {
    if (value === undefined) return null;
    const { stabilizationWindowSeconds, selectPolicy, policies, tolerance } = value as Members & {
      policies?: Members[];
    };
    return {
      StabilizationWindowSeconds: stabilizationWindowSeconds ?? null,
      SelectPolicy: selectPolicy ?? null,
      Policies:
        policies?.map(({ type, value: amount, periodSeconds }) => ({
          Type: type,
          Value: amount,
          PeriodSeconds: periodSeconds,
        })) ?? null,
      Tolerance: tolerance ?? null,
    };
  };
  return stringifyJson({ ScaleUp: rules(behavior.scaleUp), ScaleDown: rules(behavior.scaleDown) });
}

function behaviorFromNote(text: string | undefined): Members | undefined {
  if (text === undefined) return undefined;
  try {
    const note = lowered(parseJson(text)) as Members;
    const behavior = {
      ...(note.scaleUp ? { scaleUp: note.scaleUp } : {}),
      ...(note.scaleDown ? { scaleDown: note.scaleDown } : {}),
    };
    return Object.keys(behavior).length === 0 ? undefined : behavior;
  } catch {
    return undefined;
  }
}

function lowered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name.charAt(0).toLowerCase() + name.slice(1), lowered(member)]),
  );
}

function withNotes(metadata: ApiObject["metadata"], added: Readonly<Record<string, string>>): ApiObject["metadata"] {
  const kept = Object.entries(metadata.annotations ?? {}).filter(([name]) => !notes.includes(name));
  const { annotations: _, ...rest } = metadata;
  const annotations = { ...Object.fromEntries(kept), ...added };
  return Object.keys(annotations).length === 0 ? rest : { ...rest, annotations };
}
