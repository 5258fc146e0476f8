import { Quantity, type StatusCause } from "@kubewright/api";
import type { ResourceQuota, ResourceQuotaSpec } from "@kubewright/api/core/v1";
import { compareBytes, invalidField, requiredField } from "@kubewright/api/server";
import { internalValue } from "../internal/internal-value.ts";
import type { KindValidation } from "../kind-validation.ts";
import { checkQuantity } from "../pod/container/resource.ts";
import { checkResourceName } from "../pod/container/resource-name.ts";
import { typedValidation } from "../typed-validation.ts";
import { fitsScope, isQuotaResource, isScope, oppositeScopes, podScopes } from "./quota-scope.ts";

/** The rules of quotas. */
export const quotaValidation: KindValidation = typedValidation<ResourceQuota>({
  validate(quota, causes) {
    checkSpec(quota.spec ?? {}, causes);
    checkStatus(quota, causes);
  },
  validateUpdate(quota, old, causes) {
    checkSpec(quota.spec ?? {}, causes);
    const scopes = quota.spec?.scopes ?? [];
    const before = new Set<string>(old.spec?.scopes);
    if (before.size === new Set(scopes).size && scopes.every((scope) => before.has(scope))) return;
    causes.push(invalidField("spec.scopes", quota.spec?.scopes ?? null, "field is immutable"));
  },
  views: { status: { validateUpdate: (quota, _old, causes) => checkStatus(quota, causes) } },
});

function checkSpec(spec: ResourceQuotaSpec, causes: StatusCause[]): void {
  checkAmounts(spec.hard, "spec.hard", causes);
  checkScopes(spec, causes);
  checkScopeSelector(spec, causes);
}

function checkStatus({ status }: ResourceQuota, causes: StatusCause[]): void {
  checkAmounts(status?.hard, "status.hard", causes);
  checkAmounts(status?.used, "status.used", causes);
}

function checkAmounts(
  amounts: Readonly<Record<string, string>> | undefined,
  field: string,
  causes: StatusCause[],
): void {
  for (const [name, amount] of Object.entries(amounts ?? {})) {
    const at = `${field}[${name}]`;
    checkResourceName(name, at, causes);
    if (!name.includes("/") && !isQuotaResource(name)) {
      causes.push(invalidField(at, name, "must be a standard resource for quota"));
    }
    checkQuantity(name, Quantity.parse(amount), at, causes);
  }
}

function checkScopes(spec: ResourceQuotaSpec, causes: StatusCause[]): void {
  const scopes: readonly string[] = spec.scopes ?? [];
  const refuse = (detail: string): void => void causes.push(invalidField("spec.scopes", scopes, detail));
  for (const scope of scopes) {
    if (!isScope(scope)) refuse("unsupported scope");
    for (const name of namesOf(spec)) if (!fitsScope(name, scope)) refuse("unsupported scope applied to resource");
  }
  for (const pair of oppositeScopes) if (pair.every((scope) => scopes.includes(scope))) refuse("conflicting scopes");
}

function checkScopeSelector(spec: ResourceQuotaSpec, causes: StatusCause[]): void {
  if (spec.scopeSelector === undefined) return;
  const field = "spec.scopeSelector.matchExpressions";
  const scopes: string[] = [];
  for (const { scopeName = "", operator = "", values } of spec.scopeSelector.matchExpressions ?? []) {
    if (!isScope(scopeName)) causes.push(invalidField(`${field}.scopeName`, scopeName, "unsupported scope"));
    for (const name of namesOf(spec)) {
      if (fitsScope(name, scopeName)) continue;
      const printed = internalValue("*core.ScopeSelector", spec.scopeSelector);
      causes.push(invalidField(field, printed, "unsupported scope applied to resource"));
    }
    if (podScopes.has(scopeName) && operator !== "Exists") {
      causes.push(invalidField(`${field}.operator`, operator, mustExist));
    }
    checkOperator(operator, values ?? [], field, causes);
    scopes.push(scopeName);
  }
  for (const pair of oppositeScopes) {
    if (!pair.every((scope) => scopes.includes(scope))) continue;
    causes.push(invalidField(field, spec.scopes ?? null, "conflicting scopes"));
  }
}

const mustExist =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

function checkOperator(operator: string, values: readonly string[], field: string, causes: StatusCause[]): void {
  if (operator === "In" || operator === "NotIn") {
    if (values.length > 0) return;
    const detail = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    causes.push(requiredField(`${field}.values`, detail));
  } else if (operator === "Exists" || operator === "DoesNotExist") {
    if (values.length === 0) return;
    const detail = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
    causes.push(invalidField(`${field}.values`, values, detail));
  } else {
    causes.push(invalidField(`${field}.operator`, operator, "not a valid selector operator"));
  }
}

function namesOf({ hard }: ResourceQuotaSpec): string[] {
  return Object.keys(hard ?? {}).sort(compareBytes);
}
