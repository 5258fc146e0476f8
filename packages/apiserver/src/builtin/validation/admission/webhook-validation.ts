import { type LabelSelector, type StatusCause, validateDns1123Subdomain, validateQualifiedName } from "@kubewright/api";
import type { MutatingWebhook, ValidatingWebhook } from "@kubewright/api/admissionregistration/v1";
import { duplicateField, invalidField, requiredField, tooManyField } from "@kubewright/api/server";
import type { KindValidation } from "../kind-validation.ts";
import { checkLabelSelector } from "../rule/label-selector.ts";
import { checkNeededText, checkOneOf } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";
import { checkClientConfig, checkReviewVersions, hasKnownReviewVersion } from "./client-config.ts";
import { checkOperationRule } from "./operation-rule.ts";

type Webhook = ValidatingWebhook & Pick<MutatingWebhook, "reinvocationPolicy">;

interface Configuration {
  readonly webhooks?: readonly Webhook[];
}

/** The rules of configurations of webhooks, of both kinds. */
export const webhookValidation: KindValidation = typedValidation<Configuration>({
  validate: ({ webhooks = [] }, causes) => checkWebhooks(webhooks, undefined, causes),
  validateUpdate: ({ webhooks = [] }, old, causes) => checkWebhooks(webhooks, old.webhooks ?? [], causes),
});

const harmless: readonly string[] = ["None", "NoneOnDryRun"];
const sideEffectTypes: readonly string[] = ["None", "NoneOnDryRun", "Some", "Unknown"];

/** Some rules came later: where what was there breaks one already, it is not looked at. */
interface Leniency {
  readonly sideEffects: boolean;
  readonly reviewVersions: boolean;
  readonly names: boolean;
}

function leniencyFor(old: readonly Webhook[]): Leniency {
  return {
    sideEffects: old.some(({ sideEffects = "" }) => !harmless.includes(sideEffects)),
    reviewVersions: old.some(({ admissionReviewVersions }) => !hasKnownReviewVersion(admissionReviewVersions ?? [])),
    names: new Set(old.map(({ name }) => name)).size < old.length,
  };
}

function checkWebhooks(webhooks: readonly Webhook[], old: readonly Webhook[] | undefined, causes: StatusCause[]): void {
  const leniency = leniencyFor(old ?? []);
  const names = new Set<string>();
  for (const [index, webhook] of webhooks.entries()) {
    const field = `webhooks[${index}]`;
    checkWebhook(webhook, leniency, field, causes);
    const versions = webhook.admissionReviewVersions ?? [];
    const versionsField = `${field}.admissionReviewVersions`;
    if (versions.length === 0) causes.push(requiredField(versionsField, "must specify one of v1, v1beta1"));
    else checkReviewVersions(versions, !leniency.reviewVersions, versionsField, causes);
    const { name = "" } = webhook;
    if (!leniency.names && name !== "" && names.has(name)) causes.push(duplicateField(`${field}.name`, name));
    names.add(name);
  }
}

function checkWebhook(webhook: Webhook, leniency: Leniency, field: string, causes: StatusCause[]): void {
  const { timeoutSeconds } = webhook;
  checkFullName(webhook.name ?? "", `${field}.name`, causes);
  for (const [index, rule] of (webhook.rules ?? []).entries()) {
    checkOperationRule(rule, `${field}.rules[${index}]`, causes);
  }
  checkOneOf(webhook.failurePolicy, ["Fail", "Ignore"], `${field}.failurePolicy`, causes);
  checkOneOf(webhook.matchPolicy, ["Equivalent", "Exact"], `${field}.matchPolicy`, causes);
  const allowed = leniency.sideEffects ? sideEffectTypes : harmless;
  // An absent one is shown as null.
  const sideEffects = webhook.sideEffects ?? undefined;
  if (sideEffects === undefined) {
    causes.push(requiredField(`${field}.sideEffects`, `must specify one of ${allowed.join(", ")}`));
  }
  checkOneOf(sideEffects, allowed, `${field}.sideEffects`, causes);
  if (timeoutSeconds !== undefined && (timeoutSeconds > 30 || timeoutSeconds < 1)) {
    const detail = "the timeout value must be between 1 and 30 seconds";
    causes.push(invalidField(`${field}.timeoutSeconds`, timeoutSeconds, detail));
  }
  checkLabelSelector(webhook.namespaceSelector as LabelSelector | undefined, `${field}.namespaceSelector`, causes);
  checkLabelSelector(webhook.objectSelector as LabelSelector | undefined, `${field}.objectSelector`, causes);
  checkOneOf(webhook.reinvocationPolicy, ["IfNeeded", "Never"], `${field}.reinvocationPolicy`, causes);
  checkClientConfig(webhook.clientConfig, `${field}.clientConfig`, causes);
  checkMatchConditions(webhook.matchConditions ?? [], `${field}.matchConditions`, causes);
}

/** A name of a domain and two more parts at least. */
function checkFullName(name: string, field: string, causes: StatusCause[]): void {
  if (name === "") {
    causes.push(requiredField(field));
    return;
  }
  const problems = validateDns1123Subdomain(name);
  if (problems.length > 0) causes.push(invalidField(field, name, problems.join(",")));
  else if (name.split(".").length < 3) {
    causes.push(invalidField(field, name, "should be a domain with at least three segments separated by dots"));
  }
}

const maxConditions = 64;

/** Expressions are not compiled here. */
function checkMatchConditions(
  conditions: NonNullable<Webhook["matchConditions"]>,
  field: string,
  causes: StatusCause[],
): void {
  if (conditions.length > maxConditions) causes.push(tooManyField(field, conditions.length, maxConditions));
  const names = new Set<string>();
  for (const [index, { name = "", expression = "" }] of conditions.entries()) {
    const at = `${field}[${index}]`;
    if (expression.trim() === "") causes.push(requiredField(`${at}.expression`));
    checkNeededText(validateQualifiedName, name, `${at}.name`, causes);
    if (name !== "" && names.has(name)) causes.push(duplicateField(`${at}.name`, name));
    names.add(name);
  }
}
