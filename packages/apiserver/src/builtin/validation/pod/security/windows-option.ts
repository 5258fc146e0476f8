import { type StatusCause, validateDns1123Subdomain } from "@kubewright/api";
import type { PodSpec, WindowsSecurityContextOptions } from "@kubewright/api/core/v1";
import { byteLength, invalidField } from "@kubewright/api/server";
import { checkText } from "../../rule/text-rule.ts";
import { containersOf } from "../pod-scope.ts";

const maxCredentialKib = 64;
const maxDomainBytes = 256;
const maxUserBytes = 104;

const netBiosName = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/u;
const domainName =
  /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** Adds what is wrong with what only Windows knows. */
export function checkWindowsOptions(
  options: WindowsSecurityContextOptions | undefined,
  field: string,
  causes: StatusCause[],
): void {
  if (options === undefined) return;
  const { gmsaCredentialSpecName, gmsaCredentialSpec, runAsUserName } = options;
  if (gmsaCredentialSpecName !== undefined) {
    checkText(validateDns1123Subdomain, gmsaCredentialSpecName, `${field}.gmsaCredentialSpecName`, causes);
  }
  if (gmsaCredentialSpec !== undefined) {
    checkText(credentialProblems, gmsaCredentialSpec, `${field}.gmsaCredentialSpec`, causes);
  }
  if (runAsUserName !== undefined) checkText(userNameProblems, runAsUserName, `${field}.runAsUserName`, causes);
}

/** Adds what is wrong with containers that are processes of the host. */
export function checkHostProcesses(spec: PodSpec, field: string, causes: StatusCause[]): void {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
  let count = 0;
  const containers = containersOf(spec, field);
  for (const [container, place] of containers) {
    const own = container.securityContext?.windowsOptions?.hostProcess;
    if (ofPod !== undefined && own !== undefined && ofPod !== own) {
      const detail = `pod hostProcess value must be identical if both are specified, was ${ofPod}`;
      causes.push(invalidField(`${place}.securityContext.windowsOptions.hostProcess`, own, detail));
    }
    if (own ?? ofPod) count++;
  }
  if (count === 0) return;
  if (count !== containers.length) {
    const detail = "If pod contains any hostProcess containers then all containers must be HostProcess containers";
    causes.push(invalidField(field, "", detail));
  }
  if (!spec.hostNetwork) {
    const detail = "hostNetwork must be true if pod contains any hostProcess containers";
    causes.push(invalidField(`${field}.hostNetwork`, false, detail));
  }
}

function credentialProblems(text: string): string[] {
  if (text === "") return ["gmsaCredentialSpec cannot be an empty string"];
  if (byteLength(text) <= maxCredentialKib * 1024) return [];
  return [`gmsaCredentialSpec size must be under ${maxCredentialKib} KiB`];
}

function userNameProblems(name: string): string[] {
  if (name === "") return ["runAsUserName cannot be an empty string"];
  if (/\p{Cc}/u.test(name)) return ["runAsUserName cannot contain control characters"];
  const parts = name.split("\\");
  if (parts.length > 2) return ["runAsUserName cannot contain more than one backslash"];
  const user = parts.at(-1) as string;
  return [...(parts.length === 2 ? domainProblems(parts[0] as string) : []), ...userProblems(user)];
}

function domainProblems(domain: string): string[] {
  const problems: string[] = [];
  if (byteLength(domain) >= maxDomainBytes) {
    problems.push(`runAsUserName's Domain length must be under ${maxDomainBytes} characters`);
  }
  if (!netBiosName.test(domain) && !domainName.test(domain)) {
    problems.push("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
  }
  return problems;
}

function userProblems(user: string): string[] {
  const problems: string[] = [];
  if (user === "") problems.push("runAsUserName's User cannot be empty");
  else if (byteLength(user) > maxUserBytes) {
    problems.push(`runAsUserName's User length must not be longer than ${maxUserBytes} characters`);
  }
  if (/^[. ]+$/.test(user)) problems.push("runAsUserName's User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) {
    problems.push("runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]");
  }
  return problems;
}
