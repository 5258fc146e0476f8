import {
  type StatusCause,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateQualifiedName,
} from "@kubewright/api";
import type { Container, Pod, PodSpec, PodStatus } from "@kubewright/api/core/v1";
import { duplicateField, forbiddenField, invalidField, isIpv4, parseIp, requiredField } from "@kubewright/api/server";
import { internalValue } from "../../internal/internal-value.ts";
import { checkOlderIp } from "../../network/address-rules.ts";
import { checkImmutable } from "../../rule/immutable.ts";
import { checkText } from "../../rule/text-rule.ts";
import { podSpecOf } from "../pod.ts";
import { checkAnnotationChange } from "./annotation-change.ts";
import { checkContainerStatuses, checkTransitions } from "./container-status.ts";

const systemConditions = new Set(["PodScheduled", "Ready", "Initialized"]);

/** Adds what is wrong with a change of a pod's status. */
export function checkPodStatus(pod: Pod, old: Pod, causes: StatusCause[]): void {
  const spec = podSpecOf(pod);
  const status = pod.status ?? {};
  const oldStatus = old.status ?? {};
  checkAnnotationChange(pod, old, causes);
  checkConditions(status.conditions ?? [], "status.conditions", causes);
  checkNomination(status, oldStatus, podSpecOf(old), "status.nominatedNodeName", causes);
  if ((status.observedGeneration ?? 0) < 0) {
    const detail = "must be a non-negative integer";
    causes.push(invalidField("status.observedGeneration", status.observedGeneration, detail));
  }
  checkImmutable(status.qosClass ?? "", oldStatus.qosClass ?? "", "string", "status.qosClass", causes);
  checkTransitions(status, oldStatus, podSpecOf(old), causes);
  checkClaimStatuses(status, spec, "status.resourceClaimStatuses", causes);
  checkExtendedClaim(status, spec, "status.extendedResourceClaimStatus", causes);
  checkAddresses(status.podIPs ?? [], oldStatus.podIPs ?? [], "status.podIPs", "core.PodIP", causes);
  checkHostAddresses(status, oldStatus, causes);
  checkContainerStatuses(status, spec, causes);
}

function checkConditions(conditions: NonNullable<PodStatus["conditions"]>, field: string, causes: StatusCause[]): void {
  for (const [index, { type = "", observedGeneration = 0 }] of conditions.entries()) {
    if (observedGeneration < 0) {
      const place = `${field}[${index}].observedGeneration`;
      causes.push(invalidField(place, observedGeneration, "must be a non-negative integer"));
    }
    if (!systemConditions.has(type)) checkText(validateQualifiedName, type, `${field}[${index}].Type`, causes);
  }
}

function checkNomination(
  { nominatedNodeName: name = "" }: PodStatus,
  old: PodStatus,
  oldSpec: PodSpec,
  field: string,
  causes: StatusCause[],
): void {
  if (name === "" || name === old.nominatedNodeName) return;
  checkText(validateDns1123Subdomain, name, field, causes);
  if (oldSpec.nodeName) {
    causes.push(forbiddenField(field, "may not be set on pods that are already bound to a node"));
  }
}

function checkClaimStatuses(status: PodStatus, spec: PodSpec, field: string, causes: StatusCause[]): void {
  const known = new Set((spec.resourceClaims ?? []).map(({ name }) => name));
  const names = new Set<string>();
  for (const [index, { name = "", resourceClaimName }] of (status.resourceClaimStatuses ?? []).entries()) {
    const place = `${field}[${index}]`;
    if (!known.has(name)) {
      const detail = "must match the name of an entry in `spec.resourceClaims`";
      causes.push(invalidField(`${place}.name`, name, detail));
    }
    if (names.has(name)) causes.push(duplicateField(`${place}.name`, name));
    names.add(name);
    if (resourceClaimName !== undefined) {
      checkText(validateDns1123Subdomain, resourceClaimName, `${place}.resourceClaimName`, causes);
    }
  }
}

function checkExtendedClaim(status: PodStatus, spec: PodSpec, field: string, causes: StatusCause[]): void {
  const claim = status.extendedResourceClaimStatus;
  if (claim === undefined) return;
  const { resourceClaimName } = claim;
  const requestMappings = claim.requestMappings ?? [];
  if (requestMappings.length === 0) {
    causes.push(requiredField(`${field}.requestMappings`, "at least one request mapping is required"));
  }
  const containers = new Map<string, Container>(
    [...(spec.initContainers ?? []), ...(spec.containers ?? [])].map((container) => [container.name, container]),
  );
  const seen = new Set<string>();
  for (const [index, mapping] of requestMappings.entries()) {
    const place = `${field}.requestMappings[${index}]`;
    const { containerName = "", resourceName = "", requestName = "" } = mapping;
    const container = containers.get(containerName);
    if (container === undefined) {
      const detail = "must match the name of an entry in spec.initContainers.name or spec.containers.name";
      causes.push(invalidField(`${place}.containerName`, containerName, detail));
    } else if (container.resources?.requests?.[resourceName] === undefined) {
      const detail =
        "must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests";
      causes.push(invalidField(`${place}.resourceName`, resourceName, detail));
    }
    checkText(validateDns1123Label, requestName, `${field}.requestName`, causes);
    const key = JSON.stringify([containerName, resourceName, requestName]);
    if (seen.has(key)) {
      causes.push(duplicateField(`${place}.containerName`, containerName));
      causes.push(duplicateField(`${place}.resourceName`, resourceName));
      causes.push(duplicateField(`${place}.requestName`, requestName));
    }
    seen.add(key);
  }
  if (!resourceClaimName) causes.push(requiredField(`${field}.resourceClaimName`));
  else checkText(validateDns1123Subdomain, resourceClaimName, `${field}.resourceClaimName`, causes);
}

function checkHostAddresses(status: PodStatus, old: PodStatus, causes: StatusCause[]): void {
  const { hostIP = "", hostIPs = [] } = status;
  if (hostIPs.length === 0) return;
  const first = hostIPs[0]?.ip ?? "";
  if (hostIP !== first) causes.push(invalidField("status.hostIPs[0].ip", first, "must be equal to `hostIP`"));
  checkAddresses(hostIPs, old.hostIPs ?? [], "status.hostIPs", "core.HostIP", causes);
}

type Address = { readonly ip?: string };

/** One of each family at most. */
function checkAddresses(
  addresses: readonly Address[],
  old: readonly Address[],
  field: string,
  type: string,
  causes: StatusCause[],
): void {
  const known = new Set(old.map(({ ip = "" }) => ip));
  for (const [index, { ip = "" }] of addresses.entries()) checkOlderIp(ip, `${field}[${index}]`, causes, known);
  if (addresses.length < 2) return;
  const families = addresses.map(({ ip = "" }) => parseIp(ip)).map((address) => address && isIpv4(address));
  const bad = families.indexOf(undefined);
  if (bad >= 0) {
    const error = `invalid IP[${bad}]: ${addresses[bad]?.ip ?? ""}`;
    causes.push({
      reason: "InternalError",
      message: `Internal error: failed to check for dual stack with error:${error}`,
      field,
    });
  }
  if (bad < 0 && addresses.length === 2 && families[0] !== families[1]) return;
  const printed = internalValue(`[]${type}`, addresses);
  causes.push(invalidField(field, printed, "may specify no more than one IP for each IP family"));
}
