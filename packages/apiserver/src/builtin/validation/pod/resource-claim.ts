import { type ObjectMeta, type StatusCause, validateDns1123Label, validateDns1123Subdomain } from "@kubewright/api";
import type { PodResourceClaim } from "@kubewright/api/core/v1";
import { duplicateField, forbiddenField, invalidField, requiredField } from "@kubewright/api/server";
import { knownAnnotation } from "../../../resource/known-annotation.ts";
import { internalValue } from "../internal/internal-value.ts";
import { checkText } from "../rule/text-rule.ts";

/** Adds what is wrong with the devices that a pod claims. */
export function checkResourceClaims(
  claims: readonly PodResourceClaim[],
  pod: ObjectMeta | undefined,
  field: string,
  causes: StatusCause[],
): void {
  const names = new Set<string>();
  for (const [index, claim] of claims.entries()) {
    if (pod?.annotations?.[knownAnnotation.mirrorPod] !== undefined) {
      causes.push(forbiddenField("", "static pods do not support resource claims"));
      continue;
    }
    const place = `${field}[${index}]`;
    const { name = "", resourceClaimName, resourceClaimTemplateName } = claim;
    if (name === "") causes.push(requiredField(`${place}.name`));
    else if (names.has(name)) causes.push(duplicateField(`${place}.name`, name));
    else checkText(validateDns1123Label, name, `${place}.name`, causes);
    names.add(name);
    const printed = (): unknown => internalValue("core.PodResourceClaim", claim);
    if (resourceClaimName !== undefined && resourceClaimTemplateName !== undefined) {
      const detail = "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified";
      causes.push(invalidField(place, printed(), detail));
    }
    if (resourceClaimName === undefined && resourceClaimTemplateName === undefined) {
      const detail = "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`";
      causes.push(invalidField(place, printed(), detail));
    }
    if (resourceClaimName !== undefined) {
      checkText(validateDns1123Subdomain, resourceClaimName, `${place}.resourceClaimName`, causes);
    }
    if (resourceClaimTemplateName !== undefined) {
      checkText(validateDns1123Subdomain, resourceClaimTemplateName, `${place}.resourceClaimTemplateName`, causes);
    }
  }
}
