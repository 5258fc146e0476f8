import { type StatusCause, validateDns1123Subdomain, validateDns1123SubdomainWithUnderscore } from "@kubewright/api";
import type { PodDNSConfig, PodSpec } from "@kubewright/api/core/v1";
import { byteLength, forbiddenField, invalidField, requiredField, tooLongField } from "@kubewright/api/server";
import { checkOlderIp } from "../../network/address-rules.ts";
import { checkText } from "../../rule/text-rule.ts";

const maxNameservers = 3;
const maxSearches = 32;
const maxSearchBytes = 2048;

/** Adds what is wrong with how a pod finds names. */
export function checkDnsConfig({ dnsConfig, dnsPolicy }: PodSpec, field: string, causes: StatusCause[]): void {
  if (dnsPolicy === "None") {
    if (dnsConfig === undefined) {
      return void causes.push(requiredField(field, "must provide `dnsConfig` when `dnsPolicy` is None"));
    }
    if ((dnsConfig.nameservers?.length ?? 0) === 0) {
      const detail = "must provide at least one DNS nameserver when `dnsPolicy` is None";
      return void causes.push(requiredField(`${field}.nameservers`, detail));
    }
  }
  if (dnsConfig !== undefined) checkConfig(dnsConfig, field, causes);
}

/** Adds what is wrong with the names that a pod has for others. */
export function checkHostAliases({ hostAliases = [] }: PodSpec, field: string, causes: StatusCause[]): void {
  for (const [index, { ip = "", hostnames = [] }] of hostAliases.entries()) {
    checkOlderIp(ip, `${field}[${index}].ip`, causes);
    for (const [place, hostname] of hostnames.entries()) {
      checkText(validateDns1123Subdomain, hostname, `${field}[${index}].hostnames[${place}]`, causes);
    }
  }
}

/** Adds what is wrong with a name that a pod has for itself. */
export function checkHostnameOverride(spec: PodSpec, field: string, causes: StatusCause[]): void {
  const { hostnameOverride } = spec;
  if (hostnameOverride === undefined) return;
  if (spec.setHostnameAsFQDN) causes.push(forbiddenField(field, "may not be specified when setHostnameAsFQDN is true"));
  if (spec.hostNetwork) causes.push(forbiddenField(field, "may not be specified when hostNetwork is true"));
  if (byteLength(hostnameOverride) > 64) causes.push(tooLongField(field, 64));
  checkText(validateDns1123Subdomain, hostnameOverride, field, causes);
}

function checkConfig(config: PodDNSConfig, field: string, causes: StatusCause[]): void {
  const { nameservers = [], searches = [], options = [] } = config;
  if (nameservers.length > maxNameservers) {
    const detail = `must not have more than ${maxNameservers} nameservers`;
    causes.push(invalidField(`${field}.nameservers`, nameservers, detail));
  }
  for (const [index, address] of nameservers.entries()) {
    checkOlderIp(address, `${field}.nameservers[${index}]`, causes);
  }
  if (searches.length > maxSearches) {
    causes.push(invalidField(`${field}.searches`, searches, `must not have more than ${maxSearches} search paths`));
  }
  if (byteLength(searches.join(" ")) > maxSearchBytes) {
    const detail = `must not have more than ${maxSearchBytes} characters (including spaces) in the search list`;
    causes.push(invalidField(`${field}.searches`, searches, detail));
  }
  for (const [index, search] of searches.entries()) {
    if (search === ".") continue;
    const name = search.endsWith(".") ? search.slice(0, -1) : search;
    checkText(validateDns1123SubdomainWithUnderscore, name, `${field}.searches[${index}]`, causes);
  }
  for (const [index, { name }] of options.entries()) {
    if (!name) causes.push(requiredField(`${field}.options[${index}]`, "must not be empty"));
  }
}
