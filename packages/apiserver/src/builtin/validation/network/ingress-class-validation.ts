import {
  type StatusCause,
  validateDns1123Label,
  validateDns1123Subdomain,
  validatePathSegmentName,
} from "@kubewright/api";
import type { IngressClass, IngressClassParametersReference } from "@kubewright/api/networking/v1";
import {
  byteLength,
  forbiddenField,
  invalidField,
  requiredField,
  tooLongField,
  unsupportedField,
} from "@kubewright/api/server";
import type { KindValidation } from "../kind-validation.ts";
import { checkImmutable } from "../rule/immutable.ts";
import { checkNeededText, checkText } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";

/** The rules of ingress classes. */
export const ingressClassValidation: KindValidation = typedValidation<IngressClass>({
  validate: checkIngressClass,
  validateUpdate(ingressClass, old, causes) {
    checkImmutable(ingressClass.spec?.controller, old.spec?.controller, "string", "spec.controller", causes);
    checkIngressClass(ingressClass, causes);
  },
});

const maxControllerBytes = 250;

function checkIngressClass({ spec }: IngressClass, causes: StatusCause[]): void {
  const controller = spec?.controller ?? "";
  if (byteLength(controller) > maxControllerBytes) causes.push(tooLongField("spec.controller", maxControllerBytes));
  checkPrefixedPath(controller, "spec.controller", causes);
  if (spec?.parameters !== undefined) checkParameters(spec.parameters, "spec.parameters", causes);
}

const pathText = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
const pathPattern = new RegExp(`^${pathText}$`);

/** A path behind a domain: `acme.io/foo`. */
function checkPrefixedPath(text: string, field: string, causes: StatusCause[]): void {
  if (text === "") {
    causes.push(requiredField(field));
    return;
  }
  const slash = text.indexOf("/");
  const [host, path] = [text.slice(0, Math.max(slash, 0)), text.slice(slash + 1)];
  if (slash < 0 || host === "" || path === "") {
    causes.push(invalidField(field, text, 'must be a domain-prefixed path (such as "acme.io/foo")'));
    return;
  }
  checkText(validateDns1123Subdomain, host, field, causes);
  if (pathPattern.test(path)) return;
  causes.push(invalidField(field, path, `Invalid path (regex used for validation is '${pathText}')`));
}

const scopes: readonly string[] = ["Cluster", "Namespace"];

function checkParameters(parameters: IngressClassParametersReference, field: string, causes: StatusCause[]): void {
  const { apiGroup, kind, name, scope, namespace } = parameters;
  if (apiGroup !== undefined) checkText(validateDns1123Subdomain, apiGroup, `${field}.apiGroup`, causes);
  checkNeededText(validatePathSegmentName, kind, `${field}.kind`, causes);
  checkNeededText(validatePathSegmentName, name, `${field}.name`, causes);
  if (scope === undefined) {
    causes.push(requiredField(`${field}.scope`));
  } else if (!scopes.includes(scope)) {
    causes.push(unsupportedField(`${field}.scope`, scope, scopes));
  } else if (scope === "Cluster") {
    if (namespace === undefined) return;
    causes.push(forbiddenField(`${field}.namespace`, "`parameters.scope` is set to 'Cluster'"));
  } else if (namespace === undefined) {
    causes.push(requiredField(`${field}.namespace`, "`parameters.scope` is set to 'Namespace'"));
  } else {
    checkText(validateDns1123Label, namespace, `${field}.namespace`, causes);
  }
}
