import type { StatusCause } from "@kubewright/api";
import type { ServiceSpec } from "@kubewright/api/core/v1";
import {
  duplicateField,
  type IpBytes,
  invalidField,
  isIpv4,
  parseIp,
  requiredField,
  unsupportedField,
} from "@kubewright/api/server";
import { needsAddress } from "../../service/service-kind.ts";
import { checkOlderIp } from "../network/address-rules.ts";
import { isHeadlessSpec } from "./headless.ts";

const clusterIps = "spec.clusterIPs";

/** Adds what is wrong with the cluster addresses of a service and their families. */
export function checkServiceAddresses(spec: ServiceSpec, old: ServiceSpec | undefined, causes: StatusCause[]): void {
  if (!needsAddress(spec)) return;
  const { clusterIPs = [], ipFamilies = [] } = spec;
  checkFirstAddress(spec, causes);
  checkFamilies(ipFamilies, causes);
  if (spec.ipFamilyPolicy !== undefined && !familyPolicies.includes(spec.ipFamilyPolicy)) {
    causes.push(unsupportedField("spec.ipFamilyPolicy", spec.ipFamilyPolicy, familyPolicies));
  }
  const before = causes.length;
  const known = new Set(old?.clusterIPs);
  for (const [index, address] of clusterIPs.entries()) {
    if (index === 0 && address === "None") {
      if (clusterIPs.length > 1) {
        causes.push(invalidField(clusterIps, clusterIPs, "'None' must be the first and only value"));
      }
      continue;
    }
    checkOlderIp(address, `${clusterIps}[${index}]`, causes, known);
  }
  const isReadable = causes.length === before;
  if (clusterIPs.length > 2) causes.push(invalidField(clusterIps, clusterIPs, "may only hold up to 2 values"));
  if (isReadable) checkMix(spec, causes);
}

const families: readonly string[] = ["IPv4", "IPv6"];
const familyPolicies: readonly string[] = ["PreferDualStack", "RequireDualStack", "SingleStack"];

/** `clusterIP` must be the first of `clusterIPs`. */
function checkFirstAddress({ clusterIP = "", clusterIPs = [] }: ServiceSpec, causes: StatusCause[]): void {
  if (clusterIP === "") {
    if (clusterIPs.length > 0) {
      causes.push(invalidField(clusterIps, clusterIPs, "must be empty when `clusterIP` is not specified"));
    }
  } else if (clusterIPs.length === 0) {
    causes.push(requiredField(clusterIps));
  } else if (clusterIPs[0] !== clusterIP) {
    causes.push(invalidField(clusterIps, clusterIPs, "first value must match `clusterIP`"));
  }
}

function checkFamilies(ipFamilies: readonly string[], causes: StatusCause[]): void {
  const seen = new Set<string>();
  for (const [index, family] of ipFamilies.entries()) {
    const field = `spec.ipFamilies[${index}]`;
    if (!families.includes(family)) causes.push(unsupportedField(field, family, families));
    if (seen.has(family)) causes.push(duplicateField(field, family));
    seen.add(family);
  }
}

/** Two addresses are of two families, and of those that the service says. */
function checkMix(spec: ServiceSpec, causes: StatusCause[]): void {
  const { clusterIPs = [], ipFamilies = [] } = spec;
  if (clusterIPs.length > 1 && new Set(clusterIPs.map(familyOfAddress)).size < 2) {
    causes.push(invalidField(clusterIps, clusterIPs, "may specify no more than one IP for each IP family"));
  }
  if (isHeadlessSpec(spec)) return;
  for (const [index, address] of clusterIPs.slice(0, ipFamilies.length).entries()) {
    const family = ipFamilies[index] as string;
    if (!families.includes(family) || familyOfAddress(address) === family) continue;
    const detail = `expected an ${family} value as indicated by \`ipFamilies[${index}]\``;
    causes.push(invalidField(`${clusterIps}[${index}]`, address, detail));
  }
}

function familyOfAddress(address: string): string {
  return isIpv4(parseIp(address) as IpBytes) ? "IPv4" : "IPv6";
}
