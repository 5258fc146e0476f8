import { invalidError, type StatusCause } from "@kubewright/api";
import type { Service, ServiceSpec } from "@kubewright/api/core/v1";
import { invalidField } from "@kubewright/api/server";
import { checkServiceAddresses } from "../validation/service/service-address.ts";
import { familyOf, type IpFamily } from "./ip-family.ts";
import { needsAddress, sameTexts, specOf } from "./service-kind.ts";

/** The families that a server has addresses of. */
export interface ConfiguredFamilies {
  readonly families: ReadonlySet<IpFamily>;
  readonly defaultFamily: IpFamily;
}

/** Decides of which families the addresses of a service are. Throws the 422 for families that the server does not have. */
export function fillInFamilies(service: Service, old: Service | undefined, configured: ConfiguredFamilies): void {
  const spec = specOf(service);
  const oldSpec = old && specOf(old);
  if (!needsAddress(spec) || isUnchangedDualStack(spec, oldSpec)) return;
  const isOpen = spec.clusterIP === "None" && Object.keys(spec.selector ?? {}).length === 0;
  spec.ipFamilyPolicy ??= oldSpec?.ipFamilyPolicy ?? (isOpen ? "RequireDualStack" : "SingleStack");
  const problems: StatusCause[] = [];
  checkServiceAddresses(spec, oldSpec, problems);
  refuse(service, problems);
  if (oldSpec !== undefined) reduceFamilies(spec, oldSpec, problems);
  if (spec.ipFamilyPolicy === "SingleStack") {
    if (spec.clusterIPs?.length === 2) problems.push(policyProblem(spec, multiple("cluster IPs")));
    if (spec.ipFamilies?.length === 2) problems.push(policyProblem(spec, multiple("IP families")));
  }
  addFamiliesOfAddresses(spec, configured, problems);
  refuse(service, problems);
  if (isOpen) {
    spec.ipFamilies ??= [configured.defaultFamily];
    if (spec.ipFamilies.length < 2 && spec.ipFamilyPolicy !== "SingleStack") addOtherFamily(spec);
    return;
  }
  if (spec.ipFamilyPolicy === "RequireDualStack" && configured.families.size < 2) {
    problems.push(policyProblem(spec, "this cluster is not configured for dual-stack services"));
  }
  for (const [index, family] of (spec.ipFamilies ?? []).entries()) {
    if (configured.families.has(family as IpFamily)) continue;
    problems.push(invalidField(`spec.ipFamilies[${index}]`, family, "not configured on this cluster"));
  }
  refuse(service, problems);
  spec.ipFamilies ??= [configured.defaultFamily];
  if (spec.ipFamilyPolicy !== "SingleStack" && spec.ipFamilies.length === 1 && configured.families.size === 2) {
    addOtherFamily(spec);
  }
}

/** Whether nothing has to be decided again: a service that prefers two families keeps the one that it got. */
export function isUnchangedDualStack(spec: ServiceSpec, old: ServiceSpec | undefined): boolean {
  return (
    old !== undefined &&
    spec.ipFamilyPolicy === "PreferDualStack" &&
    (old.ipFamilyPolicy ?? "PreferDualStack") === "PreferDualStack" &&
    spec.type === old.type &&
    needsAddress(spec) &&
    sameTexts(spec.clusterIPs, old.clusterIPs) &&
    sameTexts(spec.ipFamilies, old.ipFamilies)
  );
}

/** A service that no longer asks for two families gives up the second. */
function reduceFamilies(spec: ServiceSpec, old: ServiceSpec, problems: StatusCause[]): void {
  if (spec.ipFamilyPolicy === "SingleStack") {
    if (sameTexts(spec.clusterIPs, old.clusterIPs) && spec.clusterIPs?.[1] !== undefined) {
      spec.clusterIPs = spec.clusterIPs.slice(0, 1);
    }
    if (sameTexts(spec.ipFamilies, old.ipFamilies) && spec.ipFamilies?.[1] !== undefined) {
      spec.ipFamilies = spec.ipFamilies.slice(0, 1);
    }
    return;
  }
  if (isReduced(spec.clusterIPs, old.clusterIPs)) {
    problems.push(policyProblem(spec, "must be 'SingleStack' to release the secondary cluster IP"));
  }
  if (isReduced(spec.ipFamilies, old.ipFamilies)) {
    problems.push(policyProblem(spec, "must be 'SingleStack' to release the secondary IP family"));
  }
}

function addFamiliesOfAddresses(spec: ServiceSpec, configured: ConfiguredFamilies, problems: StatusCause[]): void {
  for (const [index, address] of (spec.clusterIPs ?? []).entries()) {
    if (address === "None") return;
    if (index < (spec.ipFamilies?.length ?? 0)) continue;
    const family = familyOf(address) as IpFamily;
    if (configured.families.has(family)) spec.ipFamilies = [...(spec.ipFamilies ?? []), family];
    else {
      const detail = `${family} is not configured on this cluster`;
      problems.push(invalidField(`spec.clusterIPs[${index}]`, spec.clusterIPs, detail));
    }
  }
}

function addOtherFamily(spec: ServiceSpec): void {
  spec.ipFamilies = [...(spec.ipFamilies ?? []), spec.ipFamilies?.[0] === "IPv4" ? "IPv6" : "IPv4"];
}

function isReduced(list: readonly string[] = [], old: readonly string[] = []): boolean {
  return list.length > 0 && list.length < old.length;
}

function multiple(what: string): string {
  return `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`;
}

function policyProblem({ ipFamilyPolicy }: ServiceSpec, detail: string): StatusCause {
  return invalidField("spec.ipFamilyPolicy", ipFamilyPolicy, detail);
}

function refuse({ metadata }: Service, problems: readonly StatusCause[]): void {
  if (problems.length > 0) throw invalidError({ group: "", kind: "Service" }, metadata.name ?? "", problems);
}
