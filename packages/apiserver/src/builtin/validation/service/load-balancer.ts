import { type StatusCause, validateDns1123Subdomain, validateQualifiedName } from "@kubewright/api";
import type { LoadBalancerIngress, Service, ServiceSpec } from "@kubewright/api/core/v1";
import { forbiddenField, invalidField, parseIp, requiredField, unsupportedField } from "@kubewright/api/server";
import { checkOlderBlock, checkOlderIp } from "../network/address-rules.ts";
import { checkText } from "../rule/text-rule.ts";

const onlyLoadBalancer = "may only be used when `type` is 'LoadBalancer'";
const rangesAnnotation = "service.beta.kubernetes.io/load-balancer-source-ranges";

/** Adds what is wrong with who may talk to a load balancer, said by a field or by an annotation. */
export function checkSourceRanges(service: Service, old: Service | undefined, causes: StatusCause[]): void {
  const isLoadBalancer = service.spec?.type === "LoadBalancer";
  const ranges = service.spec?.loadBalancerSourceRanges ?? [];
  if (ranges.length > 0) {
    const field = "spec.LoadBalancerSourceRanges";
    if (!isLoadBalancer) causes.push(forbiddenField(field, onlyLoadBalancer));
    const known = new Set((old?.spec?.loadBalancerSourceRanges ?? []).map((range) => range.trim()));
    for (const [index, range] of ranges.entries()) checkOlderBlock(range.trim(), `${field}[${index}]`, causes, known);
    return;
  }
  const annotation = service.metadata.annotations?.[rangesAnnotation];
  if (annotation === undefined) return;
  const field = `metadata.annotations[${rangesAnnotation}]`;
  if (!isLoadBalancer) causes.push(forbiddenField(field, onlyLoadBalancer));
  if (annotation.trim() === "" || annotation === old?.metadata.annotations?.[rangesAnnotation]) return;
  for (const range of annotation.trim().split(",")) checkOlderBlock(range.trim(), field, causes);
}

/** Adds what is wrong with whether a load balancer gets ports of nodes. */
export function checkPortAllocation({ type, allocateLoadBalancerNodePorts }: ServiceSpec, causes: StatusCause[]): void {
  if (type !== "LoadBalancer") {
    if (allocateLoadBalancerNodePorts === undefined) return;
    causes.push(forbiddenField("spec.allocateLoadBalancerNodePorts", onlyLoadBalancer));
  } else if (allocateLoadBalancerNodePorts === undefined) {
    causes.push(requiredField("allocateLoadBalancerNodePorts"));
  }
}

/** Adds what is wrong with the class of a load balancer. */
export function checkLoadBalancerClass({ type, loadBalancerClass }: ServiceSpec, causes: StatusCause[]): void {
  if (loadBalancerClass === undefined) return;
  const field = "spec.loadBalancerClass";
  if (type === "LoadBalancer") checkText(validateQualifiedName, loadBalancerClass, field, causes);
  else causes.push(forbiddenField(field, onlyLoadBalancer));
}

/** Adds what is wrong with where a load balancer is. */
export function checkLoadBalancerStatus(service: Service, old: Service, causes: StatusCause[]): void {
  const ingress = service.status?.loadBalancer?.ingress ?? [];
  const field = "status.loadBalancer.ingress";
  if (service.spec?.type !== "LoadBalancer" && ingress.length > 0) {
    causes.push(forbiddenField(field, "may only be used when `spec.type` is 'LoadBalancer'"));
    return;
  }
  const known = new Set((old.status?.loadBalancer?.ingress ?? []).map(({ ip }) => ip ?? ""));
  for (const [index, point] of ingress.entries()) checkIngressPoint(point, known, `${field}[${index}]`, causes);
}

const ipModes: readonly string[] = ["Proxy", "VIP"];

function checkIngressPoint(
  point: LoadBalancerIngress,
  known: ReadonlySet<string>,
  field: string,
  causes: StatusCause[],
): void {
  const { ip = "", ipMode, hostname = "" } = point;
  if (ip !== "") checkOlderIp(ip, `${field}.ip`, causes, known);
  if (ipMode === undefined) {
    if (ip !== "") causes.push(requiredField(`${field}.ipMode`, "must be specified when `ip` is set"));
  } else if (ip === "") {
    causes.push(forbiddenField(`${field}.ipMode`, "may not be specified when `ip` is not set"));
  } else if (!ipModes.includes(ipMode)) {
    causes.push(unsupportedField(`${field}.ipMode`, ipMode, ipModes));
  }
  if (hostname === "") return;
  checkText(validateDns1123Subdomain, hostname, `${field}.hostname`, causes);
  if (parseIp(hostname) !== undefined) {
    causes.push(invalidField(`${field}.hostname`, hostname, "must be a DNS name, not an IP address"));
  }
}
