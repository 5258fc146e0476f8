import type { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import type { APIService } from "@kubewright/api/apiregistration/v1";
import type { TokenRequest } from "@kubewright/api/authentication/v1";
import type { EndpointSlice } from "@kubewright/api/discovery/v1";
import type { FlowSchema, PriorityLevelConfiguration } from "@kubewright/api/flowcontrol/v1";
import type { IngressClass, NetworkPolicy } from "@kubewright/api/networking/v1";
import type { ClusterRoleBinding, RoleBinding } from "@kubewright/api/rbac/v1";
import type { PriorityClass } from "@kubewright/api/scheduling/v1";

const rbacGroup = "rbac.authorization.k8s.io";

/** Fills in what a role binding leaves out. */
export function defaultRoleBinding({ roleRef, subjects }: RoleBinding | ClusterRoleBinding): void {
  if (roleRef !== undefined) roleRef.apiGroup ||= rbacGroup;
  for (const subject of subjects ?? []) {
    if (subject.kind === "User" || subject.kind === "Group") subject.apiGroup ||= rbacGroup;
  }
}

/** Fills in what a priority class leaves out. */
export function defaultPriorityClass(priorityClass: PriorityClass): void {
  priorityClass.preemptionPolicy ??= "PreemptLowerPriority";
}

/** Fills in what an endpoint slice leaves out. */
export function defaultEndpointSlice({ ports }: EndpointSlice): void {
  for (const port of ports ?? []) {
    port.name ??= "";
    port.protocol ??= "TCP";
  }
}

/** Fills in what a network policy leaves out. */
export function defaultNetworkPolicy(policy: NetworkPolicy): void {
  const { spec } = policy;
  if (spec === undefined) return;
  if ((spec.policyTypes?.length ?? 0) === 0) {
    spec.policyTypes = (spec.egress?.length ?? 0) === 0 ? ["Ingress"] : ["Ingress", "Egress"];
  }
  for (const { ports } of [...(spec.ingress ?? []), ...(spec.egress ?? [])]) {
    for (const port of ports ?? []) port.protocol ??= "TCP";
  }
}

/** Fills in what an ingress class leaves out. */
export function defaultIngressClass({ spec }: IngressClass): void {
  if (spec?.parameters !== undefined) spec.parameters.scope ??= "Cluster";
}

/** Fills in what a flow schema leaves out. */
export function defaultFlowSchema(schema: FlowSchema): void {
  if (schema.spec !== undefined) schema.spec.matchingPrecedence ||= 1000;
}

/** Fills in what a priority level configuration leaves out. */
export function defaultPriorityLevelConfiguration({ spec }: PriorityLevelConfiguration): void {
  if (spec?.limited !== undefined) {
    spec.limited.nominalConcurrencyShares ??= 30;
    spec.limited.lendablePercent ??= 0;
    const queuing = spec.limited.limitResponse?.queuing;
    if (queuing !== undefined) {
      queuing.handSize ||= 8;
      queuing.queues ||= 64;
      queuing.queueLengthLimit ||= 50;
    }
  }
  if (spec?.exempt !== undefined) {
    spec.exempt.nominalConcurrencyShares ??= 0;
    spec.exempt.lendablePercent ??= 0;
  }
}

/** Fills in what a token request leaves out. */
export function defaultTokenRequest(request: TokenRequest): void {
  if (request.spec !== undefined) request.spec.expirationSeconds ??= 3600;
}

/** Fills in what an API service leaves out. */
export function defaultApiService({ spec }: APIService): void {
  if (spec?.service !== undefined) spec.service.port ??= 443;
}

/** Fills in what a custom resource definition leaves out. */
export function defaultCustomResourceDefinition(definition: CustomResourceDefinition): void {
  const { spec } = definition;
  const { names } = spec;
  if (names !== undefined) {
    names.singular ||= (names.kind ?? "").toLowerCase();
    if (names.kind) names.listKind ||= `${names.kind}List`;
    if (names.singular === "") delete names.singular;
  }
  spec.conversion ??= { strategy: "None" };
  const service = spec.conversion.webhook?.clientConfig?.service;
  if (service !== undefined) service.port ??= 443;
  const stored = spec.versions?.find(({ storage }) => storage)?.name;
  if (stored === undefined) return;
  definition.status ??= {};
  if ((definition.status.storedVersions?.length ?? 0) === 0) definition.status.storedVersions = [stored];
}
