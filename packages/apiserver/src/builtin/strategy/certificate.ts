import { formatTime } from "@kubewright/api";
import type { CertificateSigningRequest, CertificateSigningRequestCondition } from "@kubewright/api/certificates/v1";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ApiObject } from "../../resource-object.ts";

type Conditions = CertificateSigningRequestCondition[];

/** Notes who asks; the server does not take anyone's word for it. */
export function prepareSigningRequest(object: ApiObject, { user }: RequestContext): void {
  const { spec } = object as unknown as CertificateSigningRequest;
  for (const name of ["username", "uid", "groups", "extra"] as const) delete spec[name];
  spec.username = user.name;
  if (user.uid !== "") spec.uid = user.uid;
  if (user.groups.length > 0) spec.groups = [...user.groups];
  const extra = Object.entries(user.extra);
  if (extra.length > 0) spec.extra = Object.fromEntries(extra.map(([name, values]) => [name, [...values]]));
  object.status = {};
}

/** Signers write certificates; only approvers approve or deny. */
export function prepareSigningStatus(object: ApiObject, oldObject: ApiObject, context: RequestContext): void {
  const request = object as unknown as CertificateSigningRequest;
  request.status ??= {};
  const { status } = request;
  const old = conditionsOf(oldObject);
  for (const type of ["Approved", "Denied"]) keepConditions(status.conditions ?? [], old, type);
  stampConditions(status.conditions, old, context);
}

/** Approvers write conditions, and nothing else. */
export function prepareApproval(object: ApiObject, oldObject: ApiObject, context: RequestContext): void {
  const conditions = conditionsOf(object);
  stampConditions(conditions, conditionsOf(oldObject), context);
  const status = { ...(oldObject as unknown as CertificateSigningRequest).status };
  setConditions(status, conditions);
  object.status = status;
}

function conditionsOf(object: ApiObject): Conditions {
  return (object as unknown as CertificateSigningRequest).status?.conditions ?? [];
}

/** Puts back conditions of a type; validation refuses if some came or went. */
function keepConditions(conditions: Conditions, old: Conditions, type: string): void {
  const kept = old.filter((condition) => condition.type === type);
  if (conditions.filter((condition) => condition.type === type).length !== kept.length) return;
  for (const [index, condition] of conditions.entries()) {
    if (condition.type === type) conditions[index] = { ...(kept.shift() as CertificateSigningRequestCondition) };
  }
}

function setConditions(status: { conditions?: Conditions }, conditions: Conditions): void {
  if (conditions.length === 0) delete status.conditions;
  else status.conditions = conditions;
}

function stampConditions(conditions: Conditions | undefined, old: Conditions, { clock }: RequestContext): void {
  const now = formatTime(clock.now());
  for (const condition of conditions ?? []) {
    condition.lastUpdateTime ??= now;
    condition.lastTransitionTime ??=
      old.find(({ type, status }) => type === condition.type && status === condition.status)?.lastTransitionTime ?? now;
  }
}
