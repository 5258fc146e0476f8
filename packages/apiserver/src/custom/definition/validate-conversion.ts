import { type StatusCause, validateDns1035Label, validateDns1123Subdomain, validatePortNumber } from "@kubewright/api";
import { forbiddenField, invalidField, requiredField, unsupportedField } from "@kubewright/api/server";
import type { DefinitionSpec } from "./definition.ts";

type Conversion = NonNullable<DefinitionSpec["conversion"]>;
type Webhook = NonNullable<Conversion["webhook"]>;
type ClientConfig = NonNullable<Webhook["clientConfig"]>;

const reviewVersions: readonly string[] = ["v1", "v1beta1"];

/** Whether a server understands one of the versions of reviews, or none is named. */
export function hasKnownReviewVersion(versions: readonly string[]): boolean {
  return versions.length === 0 || versions.some((version) => reviewVersions.includes(version));
}

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
  else causes.push(...validateClientConfig(config, configField));
  causes.push(...validateReviewVersions(versions, versionsField, requiresKnownReviewVersion));
  return causes;
}

function validateClientConfig({ url, service }: ClientConfig, path: string): StatusCause[] {
  if ((url === undefined) === (service === undefined)) {
    return [requiredField(path, "exactly one of url or service is required")];
  }
  if (url !== undefined) return validateUrl(url, `${path}.url`);
  // The server takes the name for the namespace and the namespace for the name.
  const causes: StatusCause[] = [];
  if ((service?.namespace ?? "") === "") causes.push(requiredField(`${path}.service.name`));
  if ((service?.name ?? "") === "") causes.push(requiredField(`${path}.service.namespace`));
  const port = service?.port ?? 0;
  const problems = validatePortNumber(port);
  if (problems.length > 0) {
    causes.push(invalidField(`${path}.service.port`, port, `port is not valid: ${problems.join(", ")}`));
  }
  return [...causes, ...validatePath(service?.path, `${path}.service.path`)];
}

function validateUrl(text: string, path: string): StatusCause[] {
  const form = "; desired format: https://host[/path]";
  const found =
    /^(?:(?<scheme>[a-zA-Z][a-zA-Z\d+.-]*):)?(?:\/\/(?<authority>[^/?#]*))?(?<rest>[^?#]*)(?:\?(?<query>[^#]*))?(?:#(?<fragment>.*))?$/s.exec(
      text,
    );
  const { scheme = "", authority = "", query = "", fragment = "" } = found?.groups ?? {};
  const at = authority.lastIndexOf("@");
  const causes: StatusCause[] = [];
  if (scheme.toLowerCase() !== "https") {
    causes.push(invalidField(path, scheme.toLowerCase(), `'https' is the only allowed URL scheme${form}`));
  }
  if (authority.slice(at + 1) === "") causes.push(invalidField(path, "", `host must be specified${form}`));
  if (at !== -1) {
    causes.push(invalidField(path, authority.slice(0, at), "user information is not permitted in the URL"));
  }
  if (fragment !== "") causes.push(invalidField(path, fragment, "fragments are not permitted in the URL"));
  if (query !== "") causes.push(invalidField(path, query, "query parameters are not permitted in the URL"));
  return causes;
}

function validatePath(text: string | undefined, path: string): StatusCause[] {
  if (text === undefined || text === "" || text === "/") return [];
  if (text === "//") return [invalidField(path, text, "segment[0] may not be empty")];
  const causes = text.startsWith("/") ? [] : [invalidField(path, text, "must start with a '/'")];
  const segments = text.slice(1).replace(/\/$/, "").split("/");
  for (const [index, segment] of segments.entries()) {
    if (segment === "") causes.push(invalidField(path, text, `segment[${index}] may not be empty`));
    else {
      for (const problem of validateDns1123Subdomain(segment)) {
        causes.push(invalidField(path, text, `segment[${index}]: ${problem}`));
      }
    }
  }
  return causes;
}

function validateReviewVersions(versions: readonly string[], path: string, requiresKnown: boolean): StatusCause[] {
  if (versions.length === 0) return [requiredField(path)];
  const causes: StatusCause[] = [];
  for (const [index, version] of versions.entries()) {
    if (versions.indexOf(version) !== index) {
      causes.push(invalidField(`${path}[${index}]`, version, "duplicate version"));
      continue;
    }
    for (const problem of validateDns1035Label(version))
      causes.push(invalidField(`${path}[${index}]`, version, problem));
  }
  if (requiresKnown && !hasKnownReviewVersion(versions)) {
    causes.push(invalidField(path, versions, `must include at least one of ${reviewVersions.join(", ")}`));
  }
  return causes;
}
