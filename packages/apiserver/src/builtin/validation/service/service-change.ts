import type { StatusCause } from "@kubewright/api";
import type { ServiceSpec } from "@kubewright/api/core/v1";
import { forbiddenField, invalidField } from "@kubewright/api/server";
import { needsAddress, needsHealthCheckPort } from "../../service/service-kind.ts";
import { isHeadlessSpec } from "./headless.ts";
import { checkLoadBalancerClass } from "./load-balancer.ts";

/** Adds what is wrong with how a service changed. */
export function checkServiceChange(spec: ServiceSpec, old: ServiceSpec, causes: StatusCause[]): void {
  if (needsAddress(spec) && needsAddress(old)) {
    checkAddressChange(spec, old, causes);
    if (!isHeadlessSpec(spec) && !isHeadlessSpec(old)) checkFamilyChange(spec, old, causes);
  }
  if (spec.type === "LoadBalancer" && old.type === "LoadBalancer" && spec.loadBalancerClass !== old.loadBalancerClass) {
    causes.push(invalidField("spec.loadBalancerClass", spec.loadBalancerClass ?? null, "may not change once set"));
  }
  checkLoadBalancerClass(spec, causes);
  const isKept = needsHealthCheckPort(old) && needsHealthCheckPort(spec);
  if (isKept && (spec.healthCheckNodePort ?? 0) !== (old.healthCheckNodePort ?? 0)) {
    causes.push(forbiddenField("spec.healthCheckNodePort", "field is immutable"));
  }
}

function checkAddressChange(spec: ServiceSpec, old: ServiceSpec, causes: StatusCause[]): void {
  if (isHeadlessSpec(spec) && isHeadlessSpec(old)) return;
  const addresses = spec.clusterIPs ?? [];
  const had = old.clusterIPs ?? [];
  const printed = spec.clusterIPs ?? null;
  const isChanged = (index: number): boolean => addresses[index] !== had[index];
  const unchangeable = (index: number): StatusCause =>
    invalidField(`spec.clusterIPs[${index}]`, printed, "may not change once set");
  if (addresses.length === had.length) {
    for (const index of had.keys()) if (isChanged(index)) causes.push(unchangeable(index));
    return;
  }
  if (addresses.length === 0) {
    causes.push(invalidField("spec.clusterIPs[0]", printed, "primary clusterIP can not be unset"));
  } else if (had.length > 0 && isChanged(0)) {
    causes.push(unchangeable(0));
  }
  if (addresses.length === 1 && had.length > 1) checkRelease(spec, "clusterIP", causes);
}

function checkFamilyChange(spec: ServiceSpec, old: ServiceSpec, causes: StatusCause[]): void {
  const families = spec.ipFamilies ?? [];
  const had = old.ipFamilies ?? [];
  const unchangeable = (printed: unknown): StatusCause =>
    invalidField("spec.ipFamilies[0]", printed ?? null, "may not change once set");
  if (families.length === had.length) {
    for (const [index, family] of had.entries()) {
      if (family !== families[index]) causes.push(unchangeable(spec.ipFamilies));
    }
    return;
  }
  if (families.length < had.length && (spec.clusterIPs?.length ?? 0) === 0) {
    causes.push(invalidField("spec.ipFamilies[0]", spec.ipFamilies ?? null, "primary ipFamily can not be unset"));
  }
  // The reference prints the addresses here.
  if (families.length > 0 && had.length > 0 && families[0] !== had[0]) causes.push(unchangeable(spec.clusterIPs));
  if (families.length === 1 && had.length > 1) checkRelease(spec, "ipFamily", causes);
}

function checkRelease({ ipFamilyPolicy }: ServiceSpec, what: string, causes: StatusCause[]): void {
  if (ipFamilyPolicy === "SingleStack") return;
  const detail = `must be set to 'SingleStack' when releasing the secondary ${what}`;
  causes.push(invalidField("spec.ipFamilyPolicy", ipFamilyPolicy ?? null, detail));
}
