import { Quantity, type StatusCause, validateDns1123Label, validatePathSegmentName } from "@kubewright/api";
import type {
  CrossVersionObjectReference,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
} from "@kubewright/api/autoscaling/v2";
import { forbiddenField, invalidField, requiredField, unsupportedField } from "@kubewright/api/server";
import { checkContainerResource } from "../pod/container/resource-name.ts";
import { checkText } from "../rule/text-rule.ts";

type CheckReference = (reference: Partial<CrossVersionObjectReference>, field: string) => void;

/** Types of metrics, with the field that each has. */
const fieldOfType = {
  ContainerResource: "containerResource",
  External: "external",
  Object: "object",
  Pods: "pods",
  Resource: "resource",
} as const;

/** In the order in which the reference looks for them; only the first is looked at closely. */
const sources = ["object", "external", "pods", "resource", "containerResource"] as const;

/** Adds what is wrong with a metric. */
export function checkMetric(
  metric: MetricSpec,
  checkReference: CheckReference,
  field: string,
  causes: StatusCause[],
): void {
  const type: string = metric.type ?? "";
  const types = Object.keys(fieldOfType);
  if (type === "") causes.push(requiredField(`${field}.type`, "must specify a metric source type"));
  if (!types.includes(type)) causes.push(unsupportedField(`${field}.type`, type, types));
  const present = sources.filter((name) => metric[name] !== undefined);
  checkSource(metric, present[0], checkReference, field, causes);
  const expected = fieldOfType[type as keyof typeof fieldOfType];
  if (expected === undefined) causes.push(unsupportedField(`${field}.type`, type, types));
  else if (metric[expected] === undefined) {
    causes.push(requiredField(`${field}.${expected}`, "must populate information for the given metric source"));
  }
  if (present.length === 1) return;
  for (const name of present.filter((other) => other !== expected)) {
    causes.push(forbiddenField(`${field}.${name}`, "must populate the given metric source only"));
  }
}

function checkSource(
  metric: MetricSpec,
  source: (typeof sources)[number] | undefined,
  checkReference: CheckReference,
  field: string,
  causes: StatusCause[],
): void {
  if (source === undefined) return;
  const at = `${field}.${source}`;
  const target: Partial<MetricTarget> = metric[source]?.target ?? {};
  switch (source) {
    case "object":
      checkReference(metric.object?.describedObject ?? {}, `${at}.describedObject`);
      checkIdentifier(metric.object?.metric, `${at}.metric`, causes);
      checkMetricTarget(target, `${at}.target`, causes);
      if (target.value === undefined && target.averageValue === undefined) {
        causes.push(requiredField(`${at}.target.averageValue`, "must set either a target value or averageValue"));
      }
      return;
    case "external":
      checkIdentifier(metric.external?.metric, `${at}.metric`, causes);
      checkMetricTarget(target, `${at}.target`, causes);
      checkExternalTarget(target, `${at}.target`, causes);
      return;
    case "pods":
      checkIdentifier(metric.pods?.metric, `${at}.metric`, causes);
      checkMetricTarget(target, `${at}.target`, causes);
      if (target.averageValue === undefined) {
        causes.push(requiredField(`${at}.target.averageValue`, "must specify a positive target averageValue"));
      }
      return;
    case "resource":
      if (!metric.resource?.name) causes.push(requiredField(`${at}.name`, "must specify a resource name"));
      checkUsageTarget(target, `${at}.target`, causes);
      return;
    default:
      checkContainer(metric, at, causes);
      checkUsageTarget(target, `${at}.target`, causes);
  }
}

function checkContainer({ containerResource }: MetricSpec, field: string, causes: StatusCause[]): void {
  const { name, container } = containerResource ?? {};
  if (!name) causes.push(requiredField(`${field}.name`, "must specify a resource name"));
  else checkContainerResource(name, `${field}.name`, causes);
  if (!container) causes.push(requiredField(`${field}.container`, "must specify a container"));
  else checkText(validateDns1123Label, container, `${field}.container`, causes);
}

function checkIdentifier(metric: MetricIdentifier | undefined, field: string, causes: StatusCause[]): void {
  if (!metric?.name) causes.push(requiredField(`${field}.name`, "must specify a metric name"));
  else checkText(validatePathSegmentName, metric.name, `${field}.name`, causes);
}

function checkExternalTarget(
  { value, averageValue }: Partial<MetricTarget>,
  field: string,
  causes: StatusCause[],
): void {
  if (value === undefined && averageValue === undefined) {
    const detail = "must set either a target value for metric or a per-pod target";
    causes.push(requiredField(`${field}.averageValue`, detail));
  }
  if (value !== undefined && averageValue !== undefined) {
    const detail = "may not set both a target value for metric and a per-pod target";
    causes.push(forbiddenField(`${field}.value`, detail));
  }
}

function checkUsageTarget(target: Partial<MetricTarget>, field: string, causes: StatusCause[]): void {
  checkMetricTarget(target, field, causes);
  const { averageUtilization, averageValue } = target;
  if (averageUtilization === undefined && averageValue === undefined) {
    const detail = "must set either a target raw value or a target utilization";
    causes.push(requiredField(`${field}.averageUtilization`, detail));
  }
  if (averageUtilization !== undefined && averageValue !== undefined) {
    const detail = "may not set both a target raw value and a target utilization";
    causes.push(forbiddenField(`${field}.averageValue`, detail));
  }
}

const targetTypes: readonly string[] = ["Utilization", "Value", "AverageValue"];

function checkMetricTarget(target: Partial<MetricTarget>, field: string, causes: StatusCause[]): void {
  const type: string = target.type ?? "";
  if (type === "") causes.push(requiredField(`${field}.type`, "must specify a metric target type"));
  if (!targetTypes.includes(type)) {
    causes.push(invalidField(`${field}.type`, type, "must be either Utilization, Value, or AverageValue"));
  }
  for (const name of ["value", "averageValue"] as const) {
    const text = target[name];
    if (text === undefined || Quantity.parse(text).sign > 0) continue;
    causes.push(invalidField(`${field}.${name}`, Quantity.parse(text).toString(), "must be positive"));
  }
  const { averageUtilization } = target;
  if (averageUtilization !== undefined && averageUtilization < 1) {
    causes.push(invalidField(`${field}.averageUtilization`, averageUtilization, "must be greater than 0"));
  }
}
