import { type StatusCause, validateDns1123Subdomain, validateWildcardDns1123Subdomain } from "@kubewright/api";
import type { HTTPIngressPath, Ingress, IngressRule, IngressSpec, IngressTLS } from "@kubewright/api/networking/v1";
import { invalidField, parseIp, requiredField, unsupportedField } from "@kubewright/api/server";
import { knownAnnotation } from "../../../resource/known-annotation.ts";
import type { KindValidation } from "../kind-validation.ts";
import { checkText } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";
import { checkOlderIp } from "./address-rules.ts";
import { checkBackend } from "./ingress-backend.ts";

const classAnnotation = knownAnnotation.ingressClass;

/** The rules of ingresses. */
export const ingressValidation: KindValidation = typedValidation<Ingress>({
  validate(ingress, causes) {
    checkSpec(ingress.spec ?? {}, undefined, causes);
    const annotated = ingress.metadata.annotations?.[classAnnotation];
    const named = ingress.spec?.ingressClassName;
    if (annotated === undefined || named === undefined || annotated === named) return;
    const detail = "must match `ingressClassName` when both are specified";
    causes.push(invalidField(`annotations.${classAnnotation}`, annotated, detail));
  },
  validateUpdate: (ingress, old, causes) => checkSpec(ingress.spec ?? {}, old.spec ?? {}, causes),
  views: { status: { validateUpdate: checkStatus } },
});

/** What an ingress had before stays good: names of secrets, and rules of hosts with wildcards. */
function checkSpec(spec: IngressSpec, old: IngressSpec | undefined, causes: StatusCause[]): void {
  const { defaultBackend, rules = [], tls = [], ingressClassName } = spec;
  if (rules.length === 0 && defaultBackend === undefined) {
    const detail = "either `defaultBackend` or `rules` must be specified";
    causes.push(invalidField("spec", spec.rules ?? null, detail));
  }
  if (defaultBackend !== undefined) checkBackend(defaultBackend, "spec.defaultBackend", causes);
  const skipsWildcards = (old?.rules ?? []).some((rule) => {
    const problems: StatusCause[] = [];
    if (rule.host?.includes("*")) checkPaths(rule, "", problems);
    return problems.length > 0;
  });
  for (const [index, rule] of rules.entries()) checkRule(rule, skipsWildcards, `spec.rules[${index}]`, causes);
  const takesAnySecret = (old?.tls ?? []).some(({ secretName = "" }) => secretProblems(secretName).length > 0);
  for (const [index, item] of tls.entries()) checkTls(item, takesAnySecret, `spec.tls[${index}]`, causes);
  if (ingressClassName !== undefined) {
    checkText(validateDns1123Subdomain, ingressClassName, "spec.ingressClassName", causes);
  }
}

function checkRule(rule: IngressRule, skipsWildcards: boolean, field: string, causes: StatusCause[]): void {
  const { host = "" } = rule;
  if (host !== "") {
    if (parseIp(host) !== undefined) causes.push(notAnAddress(`${field}.host`, host));
    checkHost(host, `${field}.host`, causes);
  }
  if (!skipsWildcards || !host.includes("*")) checkPaths(rule, field, causes);
}

function checkHost(host: string, field: string, causes: StatusCause[]): void {
  checkText(host.includes("*") ? validateWildcardDns1123Subdomain : validateDns1123Subdomain, host, field, causes);
}

function notAnAddress(field: string, host: string): StatusCause {
  return invalidField(field, host, "must be a DNS name, not an IP address");
}

function checkPaths({ http }: IngressRule, field: string, causes: StatusCause[]): void {
  if (http === undefined) return;
  const paths = http.paths ?? [];
  if (paths.length === 0) causes.push(requiredField(`${field}.http.paths`));
  for (const [index, path] of paths.entries()) checkPath(path, `${field}.http.paths[${index}]`, causes);
}

const badSequences: readonly string[] = ["//", "/./", "/../", "%2f", "%2F"];
const badEnds: readonly string[] = ["/..", "/."];
const pathTypes: readonly string[] = ["Exact", "ImplementationSpecific", "Prefix"];

function checkPath({ path = "", pathType, backend }: HTTPIngressPath, field: string, causes: StatusCause[]): void {
  if ((pathType ?? undefined) === undefined) {
    causes.push(requiredField(`${field}.pathType`, "pathType must be specified"));
    return;
  }
  const refuse = (detail: string): void => void causes.push(invalidField(`${field}.path`, path, detail));
  const isOpen = pathType === "ImplementationSpecific";
  if (!pathTypes.includes(pathType)) {
    causes.push(unsupportedField(`${field}.pathType`, pathType, pathTypes));
  } else {
    if (!path.startsWith("/") && !(isOpen && path === "")) refuse("must be an absolute path");
    for (const bad of isOpen ? [] : badSequences) if (path.includes(bad)) refuse(`must not contain '${bad}'`);
    for (const bad of isOpen ? [] : badEnds) if (path.endsWith(bad)) refuse(`cannot end with '${bad}'`);
  }
  checkBackend(backend, `${field}.backend`, causes);
}

function checkTls(item: IngressTLS, takesAnySecret: boolean, field: string, causes: StatusCause[]): void {
  for (const [index, host] of (item.hosts ?? []).entries()) checkHost(host, `${field}.hosts[${index}]`, causes);
  if (!takesAnySecret) checkText(secretProblems, item.secretName ?? "", `${field}.secretName`, causes);
}

function secretProblems(name: string): readonly string[] {
  return name === "" ? [] : validateDns1123Subdomain(name);
}

function checkStatus(ingress: Ingress, old: Ingress, causes: StatusCause[]): void {
  const known = new Set((old.status?.loadBalancer?.ingress ?? []).map(({ ip }) => ip ?? ""));
  for (const [index, { ip = "", hostname = "" }] of (ingress.status?.loadBalancer?.ingress ?? []).entries()) {
    const field = `status.loadBalancer.ingress[${index}]`;
    if (ip !== "") checkOlderIp(ip, `${field}.ip`, causes, known);
    if (hostname === "") continue;
    checkText(validateDns1123Subdomain, hostname, `${field}.hostname`, causes);
    if (parseIp(hostname) !== undefined) causes.push(notAnAddress(`${field}.hostname`, hostname));
  }
}
