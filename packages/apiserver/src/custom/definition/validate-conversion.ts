import type { StatusCause } from "@kubewright/api";
import { forbiddenField, requiredField, unsupportedField } from "@kubewright/api/server";
import { checkClientConfig, checkReviewVersions } from "../../builtin/validation/admission/client-config.ts";
import type { DefinitionSpec } from "./definition.ts";

type Conversion = NonNullable<DefinitionSpec["conversion"]>;

/** What is wrong with how versions are converted. */
export function validateConversion(
  conversion: Conversion,
  path: string,
  { requiresKnownReviewVersion }: { requiresKnownReviewVersion: boolean },
): StatusCause[] {
  const causes: StatusCause[] = [];
  const { strategy, webhook } = conversion;
  if ((strategy ?? "") === "") causes.push(requiredField(`${path}.strategy`));
  else if (strategy !== "None" && strategy !== "Webhook") {
    causes.push(unsupportedField(`${path}.strategy`, strategy, ["None", "Webhook"]));
  }
  const config = webhook?.clientConfig;
  const versions = webhook?.conversionReviewVersions ?? [];
  const configField = `${path}.webhookClientConfig`;
  const versionsField = `${path}.conversionReviewVersions`;
  if (strategy !== "Webhook") {
    const problem = "should not be set when strategy is not set to Webhook";
    if (config !== undefined) causes.push(forbiddenField(configField, problem));
    if (versions.length > 0) causes.push(forbiddenField(versionsField, problem));
    return causes;
  }
  if (config === undefined) causes.push(requiredField(configField, "required when strategy is set to Webhook"));
  else checkClientConfig(config, configField, causes);
  if (versions.length === 0) causes.push(requiredField(versionsField));
  else checkReviewVersions(versions, requiresKnownReviewVersion, versionsField, causes);
  return causes;
}
