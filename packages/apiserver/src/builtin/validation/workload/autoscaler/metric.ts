import { Quantity, type StatusCause, validateDns1123Label, validatePathSegmentName } from "@kubewright/api";
import type { MetricIdentifier, MetricSpec, MetricTarget } from "@kubewright/api/autoscaling/v2";
import { forbiddenField, invalidField, requiredField, unsupportedField } from "@kubewright/api/server";
import { checkContainerResource } from "../../pod/container/resource-name.ts";
import { checkText } from "../../rule/text-rule.ts";
import { checkObjectReference } from "./object-reference.ts";

/** What a metric is of, by its type. */
const members = {
  Object: "object",
  Pods: "pods",
  Resource: "resource",
  External: "external",
  ContainerResource: "containerResource",
} as const;

type Member = (typeof members)[keyof typeof members];

const metricTypes = ["ContainerResource", "External", "Object", "Pods", "Resource"];

/** Adds what is wrong with what an autoscaler goes by. */
export function checkMetrics(
  metrics: readonly MetricSpec[],
  minReplicas: number | undefined,
  field: string,
  causes: StatusCause[],
): void {
  for (const [index, metric] of metrics.entries()) checkMetric(metric, `${field}[${index}]`, causes);
  if (minReplicas !== 0 || metrics.some(({ type }) => type === "Object" || type === "External")) return;
  const detail = "must specify at least one Object or External metric to support scaling to zero replicas";
  causes.push(forbiddenField(field, detail));
}

function checkMetric(metric: MetricSpec, field: string, causes: StatusCause[]): void {
  const { type } = metric;
  if (!type) causes.push(requiredField(`${field}.type`, "must specify a metric source type"));
  const expected = members[type as keyof typeof members] as Member | undefined;
  const unknown = unsupportedField(`${field}.type`, type ?? "", metricTypes);
  if (expected === undefined) causes.push(unknown);
  const present = order.filter((member) => metric[member] !== undefined);
  if (present[0] !== undefined) checks[present[0]](metric, `${field}.${present[0]}`, causes);
  // Said twice, as the reference does.
  if (expected === undefined) causes.push(unknown);
  else if (metric[expected] === undefined) {
    causes.push(requiredField(`${field}.${expected}`, "must populate information for the given metric source"));
  }
  if (present.length === 1) return;
  for (const member of present) {
    if (member === expected) continue;
    causes.push(forbiddenField(`${field}.${member}`, "must populate the given metric source only"));
  }
}

const order: readonly Member[] = ["object", "external", "pods", "resource", "containerResource"];

const checks: Readonly<Record<Member, (metric: MetricSpec, field: string, causes: StatusCause[]) => void>> = {
  object({ object }, field, causes) {
    checkObjectReference(object?.describedObject ?? {}, "known", `${field}.describedObject`, causes);
    checkIdentifier(object?.metric, `${field}.metric`, causes);
    const target = checkTarget(object?.target, `${field}.target`, causes);
    if (target.value !== undefined || target.averageValue !== undefined) return;
    causes.push(requiredField(`${field}.target.averageValue`, "must set either a target value or averageValue"));
  },
  external({ external }, field, causes) {
    checkIdentifier(external?.metric, `${field}.metric`, causes);
    const { value, averageValue } = checkTarget(external?.target, `${field}.target`, causes);
    if (value === undefined && averageValue === undefined) {
      const detail = "must set either a target value for metric or a per-pod target";
      causes.push(requiredField(`${field}.target.averageValue`, detail));
    } else if (value !== undefined && averageValue !== undefined) {
      const detail = "may not set both a target value for metric and a per-pod target";
      causes.push(forbiddenField(`${field}.target.value`, detail));
    }
  },
  pods({ pods }, field, causes) {
    checkIdentifier(pods?.metric, `${field}.metric`, causes);
    const { averageValue } = checkTarget(pods?.target, `${field}.target`, causes);
    if (averageValue !== undefined) return;
    causes.push(requiredField(`${field}.target.averageValue`, "must specify a positive target averageValue"));
  },
  resource({ resource }, field, causes) {
    if (!resource?.name) causes.push(requiredField(`${field}.name`, "must specify a resource name"));
    checkUsage(resource?.target, `${field}.target`, causes);
  },
  containerResource({ containerResource }, field, causes) {
    const { name, container } = containerResource ?? {};
    if (!name) causes.push(requiredField(`${field}.name`, "must specify a resource name"));
    else checkContainerResource(name, `${field}.name`, causes);
    if (!container) causes.push(requiredField(`${field}.container`, "must specify a container"));
    else checkText(validateDns1123Label, container, `${field}.container`, causes);
    checkUsage(containerResource?.target, `${field}.target`, causes);
  },
};

function checkUsage(given: MetricTarget | undefined, field: string, causes: StatusCause[]): void {
  const { averageUtilization, averageValue } = checkTarget(given, field, causes);
  if (averageUtilization === undefined && averageValue === undefined) {
    const detail = "must set either a target raw value or a target utilization";
    causes.push(requiredField(`${field}.averageUtilization`, detail));
  } else if (averageUtilization !== undefined && averageValue !== undefined) {
    const detail = "may not set both a target raw value and a target utilization";
    causes.push(forbiddenField(`${field}.averageValue`, detail));
  }
}

function checkTarget(given: MetricTarget | undefined, field: string, causes: StatusCause[]): Partial<MetricTarget> {
  const target: Partial<MetricTarget> = given ?? {};
  const type = (target.type as string | undefined) ?? "";
  if (type === "") causes.push(requiredField(`${field}.type`, "must specify a metric target type"));
  if (!["Utilization", "Value", "AverageValue"].includes(type)) {
    causes.push(invalidField(`${field}.type`, type, "must be either Utilization, Value, or AverageValue"));
  }
  for (const name of ["value", "averageValue"] as const) {
    const text = target[name];
    if (text === undefined) continue;
    const amount = Quantity.parse(text);
    if (amount.compare(Quantity.of(0)) > 0) continue;
    causes.push(invalidField(`${field}.${name}`, amount.toString(), "must be positive"));
  }
  const { averageUtilization } = target;
  if (averageUtilization !== undefined && averageUtilization < 1) {
    causes.push(invalidField(`${field}.averageUtilization`, averageUtilization, "must be greater than 0"));
  }
  return target;
}

function checkIdentifier(metric: MetricIdentifier | undefined, field: string, causes: StatusCause[]): void {
  if (!metric?.name) causes.push(requiredField(`${field}.name`, "must specify a metric name"));
  else checkText(validatePathSegmentName, metric.name, `${field}.name`, causes);
}
