import type {
  MatchResources,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhookConfiguration,
  NamedRuleWithOperations,
  RuleWithOperations,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhook,
  ValidatingWebhookConfiguration,
} from "@kubewright/api/admissionregistration/v1";

const servicePort = 443;
const timeoutSeconds = 10;

/** Fills in what a validating webhook configuration leaves out. */
export function defaultValidatingWebhookConfiguration({ webhooks }: ValidatingWebhookConfiguration): void {
  for (const webhook of webhooks ?? []) defaultWebhook(webhook);
}

/** Fills in what a mutating webhook configuration leaves out. */
export function defaultMutatingWebhookConfiguration({ webhooks }: MutatingWebhookConfiguration): void {
  for (const webhook of webhooks ?? []) {
    defaultWebhook(webhook);
    webhook.reinvocationPolicy ??= "Never";
  }
}

/** Fills in what an admission policy leaves out. */
export function defaultAdmissionPolicy({ spec }: ValidatingAdmissionPolicy | MutatingAdmissionPolicy): void {
  if (spec === undefined) return;
  spec.failurePolicy ??= "Fail";
  defaultMatch(spec.matchConstraints);
}

/** Fills in what an admission policy binding leaves out. */
export function defaultAdmissionPolicyBinding({
  spec,
}: ValidatingAdmissionPolicyBinding | MutatingAdmissionPolicyBinding): void {
  defaultMatch(spec?.matchResources);
}

function defaultWebhook(webhook: ValidatingWebhook): void {
  webhook.failurePolicy ??= "Fail";
  webhook.matchPolicy ??= "Equivalent";
  webhook.namespaceSelector ??= {};
  webhook.objectSelector ??= {};
  webhook.timeoutSeconds ??= timeoutSeconds;
  if (webhook.clientConfig?.service !== undefined) webhook.clientConfig.service.port ??= servicePort;
  defaultRules(webhook.rules);
}

function defaultMatch(match: MatchResources | undefined): void {
  if (match === undefined) return;
  match.matchPolicy ??= "Equivalent";
  match.namespaceSelector ??= {};
  match.objectSelector ??= {};
  defaultRules(match.resourceRules);
  defaultRules(match.excludeResourceRules);
}

function defaultRules(rules: (RuleWithOperations | NamedRuleWithOperations)[] | undefined): void {
  for (const rule of rules ?? []) rule.scope ??= "*";
}
