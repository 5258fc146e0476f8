import { type StatusCause, validatePortNumber } from "@kubewright/api";
import type { ServiceSpec, SessionAffinityConfig } from "@kubewright/api/core/v1";
import { forbiddenField, invalidField, requiredField } from "@kubewright/api/server";
import { isExternallyAccessible, needsHealthCheckPort } from "../../service/service-kind.ts";
import { checkNeededOneOf, checkOneOf } from "../rule/text-rule.ts";

const maxAffinitySeconds = 86_400;

/** Adds what is wrong with how a service keeps clients with a pod. */
export function checkSessionAffinity(
  { sessionAffinity, sessionAffinityConfig }: ServiceSpec,
  causes: StatusCause[],
): void {
  checkNeededOneOf(sessionAffinity, ["ClientIP", "None"], "spec.sessionAffinity", causes);
  const field = "spec.sessionAffinityConfig";
  if (sessionAffinity === "ClientIP") checkAffinityConfig(sessionAffinityConfig, field, causes);
  if (sessionAffinity === "None" && sessionAffinityConfig !== undefined) {
    causes.push(forbiddenField(field, "must not be set when session affinity is None"));
  }
}

/** Adds what is wrong with the ways that traffic of a service takes. */
export function checkTraffic(spec: ServiceSpec, causes: StatusCause[]): void {
  checkExternalTraffic(spec, causes);
  const { type = "", internalTrafficPolicy, trafficDistribution } = spec;
  if (internalTrafficPolicy === undefined && ["ClusterIP", "LoadBalancer", "NodePort"].includes(type)) {
    causes.push(requiredField("spec.internalTrafficPolicy"));
  }
  checkOneOf(internalTrafficPolicy, ["Cluster", "Local"], "spec.internalTrafficPolicy", causes);
  checkOneOf(trafficDistribution, distributions, "spec.trafficDistribution", causes);
}

const distributions: readonly string[] = ["PreferClose", "PreferSameZone", "PreferSameNode"];

function checkAffinityConfig(config: SessionAffinityConfig | undefined, field: string, causes: StatusCause[]): void {
  const detail = "when session affinity type is ClientIP";
  const seconds = config?.clientIP?.timeoutSeconds;
  if (config === undefined) causes.push(requiredField(field, detail));
  else if (config.clientIP === undefined) causes.push(requiredField(`${field}.clientIP`, detail));
  else if (seconds === undefined) causes.push(requiredField(`${field}.clientIP.timeoutSeconds`, detail));
  else if (seconds <= 0 || seconds > maxAffinitySeconds) {
    const range = `must be greater than 0 and less than ${maxAffinitySeconds}`;
    causes.push(invalidField(`${field}.clientIP.timeoutSeconds`, seconds, range));
  }
}

function checkExternalTraffic(spec: ServiceSpec, causes: StatusCause[]): void {
  const { externalTrafficPolicy = "", healthCheckNodePort = 0 } = spec;
  if (isExternallyAccessible(spec)) {
    checkNeededOneOf(externalTrafficPolicy, ["Cluster", "Local"], "spec.externalTrafficPolicy", causes);
  } else if (externalTrafficPolicy !== "") {
    const detail = "may only be set for externally-accessible services";
    causes.push(invalidField("spec.externalTrafficPolicy", externalTrafficPolicy, detail));
  }
  const field = "spec.healthCheckNodePort";
  if (!needsHealthCheckPort(spec)) {
    if (healthCheckNodePort === 0) return;
    const detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    causes.push(invalidField(field, healthCheckNodePort, detail));
  } else if (healthCheckNodePort === 0) {
    causes.push(requiredField(field));
  } else {
    for (const problem of validatePortNumber(healthCheckNodePort)) {
      causes.push(invalidField(field, healthCheckNodePort, problem));
    }
  }
}
