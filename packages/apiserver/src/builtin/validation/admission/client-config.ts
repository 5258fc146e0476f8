import { type StatusCause, validateDns1035Label, validateDns1123Subdomain, validatePortNumber } from "@kubewright/api";
import { invalidField, requiredField } from "@kubewright/api/server";

/** How to reach a program that the server asks. */
export interface ClientConfig {
  readonly url?: string;
  readonly service?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly path?: string;
    readonly port?: number;
  };
}

/** Adds what is wrong with how a program is reached. */
export function checkClientConfig(config: ClientConfig | undefined, field: string, causes: StatusCause[]): void {
  const { url, service } = config ?? {};
  if (url !== undefined && service === undefined) checkUrl(url, `${field}.url`, causes);
  else if (service !== undefined && url === undefined) checkService(service, `${field}.service`, causes);
  else causes.push(requiredField(field, "exactly one of url or service is required"));
}

/** The versions of reviews that servers understand. */
const reviewVersions: readonly string[] = ["v1", "v1beta1"];

/** Whether servers understand one of the versions, or none is named. */
export function hasKnownReviewVersion(versions: readonly string[]): boolean {
  return versions.length === 0 || versions.some((version) => reviewVersions.includes(version));
}

/** Adds what is wrong with versions of reviews, beside there being none. */
export function checkReviewVersions(
  versions: readonly string[],
  needsKnown: boolean,
  field: string,
  causes: StatusCause[],
): void {
  const seen = new Set<string>();
  for (const [index, version] of versions.entries()) {
    const at = `${field}[${index}]`;
    if (seen.has(version)) causes.push(invalidField(at, version, "duplicate version"));
    else for (const problem of validateDns1035Label(version)) causes.push(invalidField(at, version, problem));
    seen.add(version);
  }
  if (needsKnown && !hasKnownReviewVersion(versions)) {
    causes.push(invalidField(field, versions, `must include at least one of ${reviewVersions.join(", ")}`));
  }
}

const parts =
  /^(?:(?<scheme>[a-zA-Z][a-zA-Z\d+.-]*):)?(?:\/\/(?<authority>[^/?#]*))?[^?#]*(?:\?(?<query>[^#]*))?(?:#(?<fragment>.*))?$/s;

function checkUrl(url: string, field: string, causes: StatusCause[]): void {
  const form = "; desired format: https://host[/path]";
  const { scheme = "", authority = "", query = "", fragment = "" } = parts.exec(url)?.groups ?? {};
  const at = authority.lastIndexOf("@");
  const refuse = (value: string, detail: string): void => void causes.push(invalidField(field, value, detail));
  if (scheme.toLowerCase() !== "https") {
    refuse(scheme.toLowerCase(), `'https' is the only allowed URL scheme${form}`);
  }
  if (authority.slice(at + 1) === "") refuse("", `host must be specified${form}`);
  if (at >= 0) refuse(authority.slice(0, at), "user information is not permitted in the URL");
  if (fragment !== "") refuse(fragment, "fragments are not permitted in the URL");
  if (query !== "") refuse(query, "query parameters are not permitted in the URL");
}

/** The reference takes the name for the namespace and the namespace for the name. */
function checkService(service: NonNullable<ClientConfig["service"]>, field: string, causes: StatusCause[]): void {
  if (!service.namespace) causes.push(requiredField(`${field}.name`));
  if (!service.name) causes.push(requiredField(`${field}.namespace`));
  const { port = 0, path = "" } = service;
  const problems = validatePortNumber(port);
  if (problems.length > 0)
    causes.push(invalidField(`${field}.port`, port, `port is not valid: ${problems.join(", ")}`));
  checkPath(path, `${field}.path`, causes);
}

function checkPath(path: string, field: string, causes: StatusCause[]): void {
  if (path === "" || path === "/") return;
  const refuse = (detail: string): void => void causes.push(invalidField(field, path, detail));
  if (path === "//") {
    refuse("segment[0] may not be empty");
    return;
  }
  if (!path.startsWith("/")) refuse("must start with a '/'");
  for (const [index, segment] of path.slice(1).replace(/\/$/, "").split("/").entries()) {
    if (segment === "") refuse(`segment[${index}] may not be empty`);
    else for (const problem of validateDns1123Subdomain(segment)) refuse(`segment[${index}]: ${problem}`);
  }
}
