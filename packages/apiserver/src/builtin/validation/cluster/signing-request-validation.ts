import { type StatusCause, semanticEqual, validateDns1123Label, validateDns1123Subdomain } from "@kubewright/api";
import type { CertificateSigningRequest, CertificateSigningRequestCondition } from "@kubewright/api/certificates/v1";
import {
  byteLength,
  duplicateField,
  forbiddenField,
  invalidField,
  quote,
  requiredField,
  tooLongField,
} from "@kubewright/api/server";
import { diffOf } from "../internal/unified-diff.ts";
import type { KindValidation } from "../kind-validation.ts";
import { checkNeededOneOf, checkOneOf } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";
import { certificateProblem, requestProblem } from "./certificate-text.ts";

type Request = CertificateSigningRequest;

/** The rules of requests for certificates. */
export const signingRequestValidation: KindValidation = typedValidation<Request>({
  validate: (request, causes) => checkRequest(request, undefined, causes),
  validateUpdate: (request, old, causes) => checkRequestChange(request, old, "request", causes),
  views: {
    status: { validateUpdate: (request, old, causes) => checkRequestChange(request, old, "status", causes) },
    approval: { validateUpdate: (request, old, causes) => checkRequestChange(request, old, "approval", causes) },
  },
});

/** In the order of the reference's message. */
const usageTypes: readonly string[] = [
  "any",
  "cert sign",
  "client auth",
  "code signing",
  "content commitment",
  "crl sign",
  "data encipherment",
  "decipher only",
  "digital signature",
  "email protection",
  "encipher only",
  "ipsec end system",
  "ipsec tunnel",
  "ipsec user",
  "key agreement",
  "key encipherment",
  "microsoft sgc",
  "netscape sgc",
  "ocsp signing",
  "s/mime",
  "server auth",
  "signing",
  "timestamping",
];

const minSeconds = 600;

/** What an old request breaks already may stay. */
function checkRequest(request: Request, old: Request | undefined, causes: StatusCause[]): void {
  const { spec, status } = request;
  const problem = requestProblem(spec.request ?? "");
  if (problem !== undefined) causes.push(invalidField("spec.request", spec.request ?? null, problem));
  checkUsages(spec.usages ?? [], old?.spec.usages ?? [], causes);
  checkSignerName(spec.signerName ?? "", old?.spec.signerName, "spec.signerName", causes);
  const { expirationSeconds } = spec;
  if (expirationSeconds !== undefined && expirationSeconds < minSeconds) {
    const detail = "may not specify a duration less than 600 seconds (10 minutes)";
    causes.push(invalidField("spec.expirationSeconds", expirationSeconds, detail));
  }
  checkRequestConditions(status?.conditions ?? [], old?.status?.conditions ?? [], causes);
  const certificate = status?.certificate ?? "";
  const oldCertificate = old?.status?.certificate ?? "";
  if (old !== undefined && (certificate === oldCertificate || certificateProblem(oldCertificate) !== undefined)) return;
  const bad = certificateProblem(certificate);
  if (bad !== undefined) causes.push(invalidField("status.certificate", "<certificate data>", bad));
}

function checkUsages(usages: readonly string[], old: readonly string[], causes: StatusCause[]): void {
  if (usages.length === 0) causes.push(requiredField("spec.usages"));
  if (old.every((usage) => usageTypes.includes(usage))) {
    for (const [index, usage] of usages.entries()) checkOneOf(usage, usageTypes, `spec.usages[${index}]`, causes);
  }
  if (new Set(old).size < old.length) return;
  const seen = new Set<string>();
  for (const [index, usage] of usages.entries()) {
    if (seen.has(usage)) causes.push(duplicateField(`spec.usages[${index}]`, usage));
    seen.add(usage);
  }
}

const legacySigner = "kubernetes.io/legacy-unknown";
const maxDomainBytes = 253;
const maxNameBytes = 571;

function checkSignerName(name: string, old: string | undefined, field: string, causes: StatusCause[]): void {
  if (name === legacySigner && old !== legacySigner) {
    causes.push(invalidField(field, name, "the legacy signerName is not allowed via this API version"));
    return;
  }
  if (name === "") {
    causes.push(requiredField(field));
    return;
  }
  const [domain = "", path = "", ...more] = name.split("/");
  if (!name.includes("/") || more.length > 0) {
    const detail = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    causes.push(invalidField(field, name, detail));
    return;
  }
  if (byteLength(domain) > maxDomainBytes) causes.push(tooLongField(field, maxDomainBytes));
  const labels = domain.split(".");
  checkParts(labels, validateDns1123Label, domain, field, causes);
  if (labels.length < 2) {
    causes.push(invalidField(field, domain, "should be a domain with at least two segments separated by dots"));
  }
  checkParts(path.split("."), validateDns1123Subdomain, path, field, causes);
  if (byteLength(name) > maxNameBytes) causes.push(tooLongField(field, maxNameBytes));
}

/** Only the first part that is bad is told of. */
function checkParts(
  parts: readonly string[],
  rule: (part: string) => readonly string[],
  whole: string,
  field: string,
  causes: StatusCause[],
): void {
  const bad = parts.find((part) => rule(part).length > 0);
  if (bad === undefined) return;
  for (const problem of rule(bad))
    causes.push(invalidField(field, whole, `validating label ${quote(bad)}: ${problem}`));
}

type Conditions = readonly CertificateSigningRequestCondition[];

const finalTypes: readonly string[] = ["Approved", "Denied", "Failed"];

function checkRequestConditions(conditions: Conditions, old: Conditions, causes: StatusCause[]): void {
  const types = conditions.map(({ type }) => type ?? "");
  const oldTypes = old.map(({ type }) => type ?? "");
  const mayRepeat = new Set(oldTypes).size < oldTypes.length;
  const mayBeBoth = oldTypes.includes("Approved") && oldTypes.includes("Denied");
  const seen = new Set<string>();
  for (const [index, { status }] of conditions.entries()) {
    const field = `status.conditions[${index}]`;
    const type = types[index] as string;
    if (type === "" && !oldTypes.includes("")) causes.push(requiredField(`${field}.type`));
    const statuses = finalTypes.includes(type) ? ["True"] : ["False", "True", "Unknown"];
    checkNeededOneOf(status, statuses, `${field}.status`, causes);
    const opposite = type === "Approved" ? "Denied" : type === "Denied" ? "Approved" : undefined;
    if (!mayBeBoth && opposite !== undefined && seen.has(opposite)) {
      const detail = "Approved and Denied conditions are mutually exclusive";
      causes.push(invalidField("status.conditions", type, detail));
    }
    if (!mayRepeat && seen.has(type)) causes.push(duplicateField(`${field}.type`, type));
    seen.add(type);
  }
}

/** Only approvers approve and deny, and only signers give certificates. */
function checkRequestChange(
  request: Request,
  old: Request,
  place: "request" | "status" | "approval",
  causes: StatusCause[],
): void {
  checkRequest(request, old, causes);
  const of = ({ status }: Request, type: string): Conditions =>
    (status?.conditions ?? []).filter((condition) => condition.type === type);
  const refuse = (detail: string): void => void causes.push(forbiddenField("status.conditions", detail));
  for (const type of finalTypes) {
    if (of(request, type).length < of(old, type).length) {
      refuse(`updates may not remove a condition of type ${quote(type)}`);
    }
  }
  for (const type of place === "approval" ? [] : ["Approved", "Denied"]) {
    const [now, before] = [of(request, type), of(old, type)];
    if (now.length > before.length) refuse(`updates may not add a condition of type ${quote(type)}`);
    else if (
      now.length === before.length &&
      !semanticEqual(now, before, { kind: { apiVersion: "certificates.k8s.io/v1" } })
    ) {
      const diff = diffOf(before.map(printed), now.map(printed));
      refuse(`updates may not modify a condition of type ${quote(type)}\n${diff}`);
    }
  }
  const oldCertificate = old.status?.certificate ?? "";
  if ((request.status?.certificate ?? "") === oldCertificate) return;
  if (place !== "status") {
    causes.push(forbiddenField("status.certificate", "updates may not set certificate content"));
  } else if (oldCertificate !== "") {
    causes.push(forbiddenField("status.certificate", "updates may not modify existing certificate content"));
  }
}

/** As the reference has it internally. */
function printed(condition: CertificateSigningRequestCondition): unknown {
  const { type, status, reason = "", message = "", lastUpdateTime = null, lastTransitionTime = null } = condition;
  return {
    Type: type,
    Status: status,
    Reason: reason,
    Message: message,
    LastUpdateTime: lastUpdateTime,
    LastTransitionTime: lastTransitionTime,
  };
}
