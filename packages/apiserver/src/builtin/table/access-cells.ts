import type {
  MutatingAdmissionPolicySpec,
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicySpec,
  ValidatingWebhookConfiguration,
} from "@kubewright/api/admissionregistration/v1";
import type { FlowSchema, PriorityLevelConfiguration } from "@kubewright/api/flowcontrol/v1";
import type { ClusterRoleBinding, RoleBinding } from "@kubewright/api/rbac/v1";
import type { ApiObject } from "../../resource-object.ts";
import { type CellMakers, cells } from "./cell-makers.ts";

export const bindingCells: CellMakers = cells<RoleBinding | ClusterRoleBinding>({
  Role: ({ roleRef }) => `${roleRef?.kind ?? ""}/${roleRef?.name ?? ""}`,
  Users: (binding) => subjectsText(binding, "User", ({ name }) => name),
  Groups: (binding) => subjectsText(binding, "Group", ({ name }) => name),
  ServiceAccounts: (binding) =>
    subjectsText(binding, "ServiceAccount", ({ namespace = "", name }) => `${namespace}/${name}`),
});

type BindingSubject = NonNullable<RoleBinding["subjects"]>[number];

function subjectsText(
  { subjects }: RoleBinding | ClusterRoleBinding,
  wanted: string,
  textOf: (subject: BindingSubject) => string,
): string {
  return (subjects ?? [])
    .filter(({ kind }) => kind === wanted)
    .map(textOf)
    .join(", ");
}

export const webhookCells: CellMakers = cells<MutatingWebhookConfiguration | ValidatingWebhookConfiguration>({
  Webhooks: ({ webhooks }) => webhooks?.length ?? 0,
});

export const admissionPolicyCells: CellMakers = cells<{
  spec?: Partial<ValidatingAdmissionPolicySpec & MutatingAdmissionPolicySpec>;
}>({
  Validations: ({ spec }) => spec?.validations?.length ?? 0,
  Mutations: ({ spec }) => spec?.mutations?.length ?? 0,
  ParamKind: ({ spec }) => {
    const kind = spec?.paramKind;
    return kind === undefined ? "<unset>" : `${kind.apiVersion ?? ""}/${kind.kind ?? ""}`;
  },
});

export const policyBindingCells: CellMakers = cells<ValidatingAdmissionPolicyBinding>({
  PolicyName: ({ spec }) => spec?.policyName ?? "",
  ParamRef: ({ spec }) => {
    const reference = spec?.paramRef;
    if (reference?.name) return `${reference.namespace || "*"}/${reference.name}`;
    return "<unset>";
  },
});

export const flowSchemaCells: CellMakers = cells<FlowSchema>({
  PriorityLevel: ({ spec }) => spec?.priorityLevelConfiguration?.name ?? "",
  MatchingPrecedence: ({ spec }) => spec?.matchingPrecedence ?? 0,
  DistinguisherMethod: ({ spec }) => spec?.distinguisherMethod?.type ?? "<none>",
  MissingPL: ({ status }) => status?.conditions?.find(({ type }) => type === "Dangling")?.status ?? "?",
});

/** As requests are matched: by precedence, then by name. */
export function compareFlowSchemas(a: ApiObject, b: ApiObject): number {
  const [{ spec: first }, { spec: second }] = [a as unknown as FlowSchema, b as unknown as FlowSchema];
  const byPrecedence = (first?.matchingPrecedence ?? 0) - (second?.matchingPrecedence ?? 0);
  return byPrecedence || ((a.metadata.name ?? "") < (b.metadata.name ?? "") ? -1 : 1);
}

export const priorityLevelCells: CellMakers = cells<PriorityLevelConfiguration>({
  Type: ({ spec }) => spec?.type ?? "",
  NominalConcurrencyShares: ({ spec }) => spec?.limited?.nominalConcurrencyShares ?? "<none>",
  Queues: ({ spec }) => spec?.limited?.limitResponse?.queuing?.queues ?? "<none>",
  HandSize: ({ spec }) => spec?.limited?.limitResponse?.queuing?.handSize ?? "<none>",
  QueueLengthLimit: ({ spec }) => spec?.limited?.limitResponse?.queuing?.queueLengthLimit ?? "<none>",
});
