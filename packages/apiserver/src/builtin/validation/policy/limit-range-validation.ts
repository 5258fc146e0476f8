import { Quantity, type StatusCause, validateQualifiedName } from "@kubewright/api";
import type { LimitRange, LimitRangeItem } from "@kubewright/api/core/v1";
import { duplicateField, forbiddenField, invalidField, requiredField } from "@kubewright/api/server";
import type { KindValidation } from "../kind-validation.ts";
import { checkContainerResource, checkResourceName, mayOvercommit } from "../pod/container/resource-name.ts";
import { typedValidation } from "../typed-validation.ts";

/** The rules of limit ranges. */
export const limitRangeValidation: KindValidation = typedValidation<LimitRange>({
  validate: checkLimitRange,
  validateUpdate: (range, _old, causes) => checkLimitRange(range, causes),
});

function checkLimitRange({ spec }: LimitRange, causes: StatusCause[]): void {
  const types = new Set<string>();
  for (const [index, item] of (spec?.limits ?? []).entries()) {
    const field = `spec.limits[${index}]`;
    const { type = "" } = item;
    checkType(type, `${field}.type`, causes);
    if (types.has(type)) causes.push(duplicateField(`${field}.type`, type));
    types.add(type);
    checkItem(item, field, causes);
  }
}

const standardTypes: readonly string[] = ["Pod", "Container", "PersistentVolumeClaim"];

function checkType(type: string, field: string, causes: StatusCause[]): void {
  const problems = validateQualifiedName(type);
  for (const problem of problems) causes.push(invalidField(field, type, problem));
  if (problems.length > 0 || type.includes("/") || standardTypes.includes(type)) return;
  causes.push(invalidField(field, type, "must be a standard limit type or fully qualified"));
}

const amountNames = ["max", "min", "default", "defaultRequest", "maxLimitRequestRatio"] as const;

type Amounts = Partial<Record<(typeof amountNames)[number], Quantity>>;

function checkItem(item: LimitRangeItem, field: string, causes: StatusCause[]): void {
  const isPod = item.type === "Pod";
  const checkName = isPod || item.type === "Container" ? checkContainerResource : checkResourceName;
  const amounts = new Map<string, Amounts>();
  for (const kind of amountNames) {
    const given = Object.entries(item[kind] ?? {});
    if (isPod && (kind === "default" || kind === "defaultRequest")) {
      const detail = "may not be specified when `type` is 'Pod'";
      if (given.length > 0) causes.push(forbiddenField(`${field}.${kind}`, detail));
      continue;
    }
    for (const [name, text] of given) {
      checkName(name, `${field}.${kind}[${name}]`, causes);
      amounts.set(name, { ...amounts.get(name), [kind]: Quantity.parse(text) });
    }
  }
  const hasStorage = item.min?.storage !== undefined || item.max?.storage !== undefined;
  if (item.type === "PersistentVolumeClaim" && !hasStorage) {
    const detail = "either minimum or maximum storage value is required, but neither was provided";
    causes.push(requiredField(`${field}.limits`, detail));
  }
  for (const [name, of] of amounts) checkAmounts(name, of, field, causes);
}

function checkAmounts(name: string, amounts: Amounts, field: string, causes: StatusCause[]): void {
  const { min, max, default: limit, defaultRequest: request, maxLimitRequestRatio: ratio } = amounts;
  const refuse = (kind: keyof Amounts, value: Quantity, detail: string): void =>
    void causes.push(invalidField(`${field}.${kind}[${name}]`, value.toString(), detail));
  if (isMore(min, max)) refuse("min", min, `min value ${min} is greater than max value ${max}`);
  if (isMore(min, request)) {
    refuse("defaultRequest", request as Quantity, `min value ${min} is greater than default request value ${request}`);
  }
  if (isMore(request, max)) {
    refuse("defaultRequest", request, `default request value ${request} is greater than max value ${max}`);
  }
  if (isMore(request, limit)) {
    refuse("defaultRequest", request, `default request value ${request} is greater than default limit value ${limit}`);
  }
  if (isMore(min, limit)) refuse("default", min, `min value ${min} is greater than default value ${limit}`);
  if (isMore(limit, max)) refuse("default", max as Quantity, `default value ${limit} is greater than max value ${max}`);
  if (ratio !== undefined) checkRatio(ratio, min, max, (detail) => refuse("maxLimitRequestRatio", ratio, detail));
  if (!mayOvercommit(name) && limit !== undefined && request !== undefined && !limit.equals(request)) {
    const detail = `default value ${limit} must equal to defaultRequest value ${request} in ${name}`;
    refuse("defaultRequest", request, detail);
  }
}

function isMore(one: Quantity | undefined, other: Quantity | undefined): one is Quantity {
  return one !== undefined && other !== undefined && one.compare(other) > 0;
}

/** Larger amounts are compared without their fractions. */
const maxMilliValue = (2n ** 63n - 1n) / 1000n;

function checkRatio(
  ratio: Quantity,
  min: Quantity | undefined,
  max: Quantity | undefined,
  refuse: (detail: string) => void,
): void {
  if (ratio.compare(Quantity.of(1)) < 0) refuse(`ratio ${ratio} is less than 1`);
  if (min === undefined || max === undefined) return;
  const isExact = [ratio, min, max].every((amount) => amount.value() < maxMilliValue);
  const limit = isExact
    ? Number(max.milliValue()) / Number(min.milliValue())
    : Number(max.value()) / Number(min.value());
  const value = isExact ? Number(ratio.milliValue()) / 1000 : Number(ratio.value());
  if (value > limit) refuse(`ratio ${ratio} is greater than max/min = ${limit.toFixed(6)}`);
}
