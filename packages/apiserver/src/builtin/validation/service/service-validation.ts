import { type StatusCause, validateDns1123Subdomain } from "@kubewright/api";
import type { Service, ServiceSpec } from "@kubewright/api/core/v1";
import { forbiddenField, invalidField, requiredField } from "@kubewright/api/server";
import { specOf } from "../../service/service-kind.ts";
import type { KindValidation } from "../kind-validation.ts";
import { checkEndpointIp, checkOlderIp } from "../network/address-rules.ts";
import { checkLabels } from "../rule/label-selector.ts";
import { checkNeededOneOf, checkText } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";
import { isHeadlessSpec } from "./headless.ts";
import {
  checkLoadBalancerClass,
  checkLoadBalancerStatus,
  checkPortAllocation,
  checkSourceRanges,
} from "./load-balancer.ts";
import { checkServiceAddresses } from "./service-address.ts";
import { checkServiceChange } from "./service-change.ts";
import { checkPortNumbers, checkServicePorts } from "./service-port.ts";
import { checkSessionAffinity, checkTraffic } from "./traffic.ts";

/** The rules of services. */
export const serviceValidation: KindValidation = typedValidation<Service>({
  validate: (service, causes) => checkService(service, undefined, causes),
  validateUpdate(service, old, causes) {
    checkServiceChange(specOf(service), specOf(old), causes);
    checkService(service, old, causes);
  },
  views: { status: { validateUpdate: checkLoadBalancerStatus } },
});

function checkService(service: Service, old: Service | undefined, causes: StatusCause[]): void {
  const spec = specOf(service);
  const ports = spec.ports ?? [];
  checkTopologyAnnotations(service, causes);
  if (ports.length === 0 && !isHeadlessSpec(spec) && spec.type !== "ExternalName") {
    causes.push(requiredField("spec.ports"));
  }
  checkTypeFields(spec, causes);
  checkServicePorts(ports, causes);
  checkLabels(spec.selector, "spec.selector", causes);
  checkSessionAffinity(spec, causes);
  checkServiceAddresses(spec, old && specOf(old), causes);
  checkExternalIps(spec, old && specOf(old), causes);
  checkNeededOneOf(spec.type, ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"], "spec.type", causes);
  checkPortNumbers(ports, spec.type ?? "", causes);
  checkSourceRanges(service, old, causes);
  checkPortAllocation(spec, causes);
  checkLoadBalancerClass(spec, causes);
  checkTraffic(spec, causes);
}

const hintsAnnotation = "service.kubernetes.io/topology-aware-hints";
const modeAnnotation = "service.kubernetes.io/topology-mode";

function checkTopologyAnnotations({ metadata }: Service, causes: StatusCause[]): void {
  const hints = metadata.annotations?.[hintsAnnotation];
  const mode = metadata.annotations?.[modeAnnotation];
  if (hints === undefined || mode === undefined || hints === mode) return;
  const detail = `must match annotations[${hintsAnnotation}] when both are specified`;
  causes.push(invalidField(`metadata.annotations[${modeAnnotation}]`, mode, detail));
}

/** What only some types of services may or must have. */
function checkTypeFields(spec: ServiceSpec, causes: StatusCause[]): void {
  const { type } = spec;
  if ((type === "LoadBalancer" || type === "NodePort") && isHeadlessSpec(spec)) {
    causes.push(invalidField("spec.clusterIPs[0]", "None", `may not be set to 'None' for ${type} services`));
  }
  if (type !== "ExternalName") return;
  const detail = "may not be set for ExternalName services";
  if ((spec.clusterIPs?.length ?? 0) > 0) causes.push(forbiddenField("spec.clusterIPs", detail));
  if ((spec.ipFamilies?.length ?? 0) > 0) causes.push(forbiddenField("spec.ipFamilies", detail));
  if (spec.ipFamilyPolicy !== undefined) causes.push(forbiddenField("spec.ipFamilyPolicy", detail));
  const name = (spec.externalName ?? "").replace(/\.$/, "");
  if (name === "") causes.push(requiredField("spec.externalName"));
  else checkText(validateDns1123Subdomain, name, "spec.externalName", causes);
}

function checkExternalIps(
  { externalIPs = [] }: ServiceSpec,
  old: ServiceSpec | undefined,
  causes: StatusCause[],
): void {
  const known = new Set(old?.externalIPs);
  for (const [index, address] of externalIPs.entries()) {
    const field = `spec.externalIPs[${index}]`;
    const before = causes.length;
    checkOlderIp(address, field, causes, known);
    if (causes.length === before) checkEndpointIp(address, field, causes);
  }
}
