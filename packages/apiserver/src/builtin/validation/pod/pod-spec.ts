import {
  type ObjectMeta,
  type StatusCause,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateQualifiedName,
} from "@kubewright/api";
import type { PodSpec } from "@kubewright/api/core/v1";
import { duplicateField, forbiddenField, invalidField, requiredField } from "@kubewright/api/server";
import { checkLabels } from "../rule/label-selector.ts";
import { rangeText } from "../rule/number-rule.ts";
import { checkNeededOneOf, checkText } from "../rule/text-rule.ts";
import { checkContainers, checkInitContainers } from "./container/container.ts";
import { checkEphemeralContainers } from "./container/ephemeral-container.ts";
import { checkFileReferences } from "./container/file-reference.ts";
import { checkResources } from "./container/resource.ts";
import { checkContainerResource } from "./container/resource-name.ts";
import { checkPodResources } from "./pod-resource.ts";
import { containersOf, type PodScope } from "./pod-scope.ts";
import { checkResourceClaims } from "./resource-claim.ts";
import { checkAffinity } from "./scheduling/affinity.ts";
import { checkDnsConfig, checkHostAliases, checkHostnameOverride } from "./scheduling/name-service.ts";
import { checkTolerations } from "./scheduling/toleration.ts";
import { checkTopologySpread } from "./scheduling/topology-spread.ts";
import { checkOperatingSystem } from "./security/operating-system.ts";
import { checkPodSecurityContext } from "./security/security-context.ts";
import { checkHostProcesses } from "./security/windows-option.ts";
import { checkVolumes } from "./volume/volume.ts";

const restartPolicies = ["Always", "OnFailure", "Never"];
const dnsPolicies = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"];
const preemptionPolicies = ["PreemptLowerPriority", "Never"];
const maxDeadline = 2 ** 31 - 1;

/** Adds what is wrong with the spec of a pod or, without the metadata of one, of a template. */
export function checkPodSpec(spec: PodSpec, pod: ObjectMeta | undefined, field: string, causes: StatusCause[]): void {
  const isPod = pod !== undefined;
  if (spec.terminationGracePeriodSeconds === undefined) {
    causes.push(requiredField(`${field}.terminationGracePeriodSeconds`));
  }
  const volumes = checkVolumes(spec, pod, isPod, `${field}.volumes`, causes);
  const claimNames = new Set((spec.resourceClaims ?? []).map(({ name }) => name).filter(Boolean));
  const scope: PodScope = { spec, isPod, volumes, claimNames, causes };
  checkResourceClaims(spec.resourceClaims ?? [], pod, `${field}.resourceClaims`, causes);
  checkContainers(spec.containers ?? [], `${field}.containers`, scope);
  checkInitContainers(spec.initContainers ?? [], `${field}.initContainers`, scope);
  checkEphemeralContainers(spec.ephemeralContainers ?? [], `${field}.ephemeralContainers`, scope);
  checkPodResources(scope, `${field}.resources`);
  checkHostNetworkPorts(scope, `${field}.containers`);
  checkNeededOneOf(spec.restartPolicy, restartPolicies, `${field}.restartPolicy`, causes);
  checkNeededOneOf(spec.dnsPolicy, dnsPolicies, `${field}.dnsPolicy`, causes);
  checkLabels(spec.nodeSelector, `${field}.nodeSelector`, causes);
  checkPodSecurityContext(spec, `${field}.securityContext`, causes);
  checkAffinity(spec.affinity, `${field}.affinity`, causes);
  checkDnsConfig(spec, `${field}.dnsConfig`, causes);
  checkGates(spec, field, causes);
  checkTopologySpread(spec.topologySpreadConstraints ?? [], `${field}.topologySpreadConstraints`, causes);
  checkHostProcesses(spec, field, causes);
  checkHostUsers(spec, field, causes);
  checkHostnameOverride(spec, `${field}.hostnameOverride`, causes);
  checkNames(spec, field, causes);
  checkOperatingSystem(spec, field, causes);
  checkFileReferences(spec, field, causes);
}

function checkNames(spec: PodSpec, field: string, causes: StatusCause[]): void {
  const check = (value: string | undefined, name: string, rule = validateDns1123Subdomain): void => {
    if (value) checkText(rule, value, `${field}.${name}`, causes);
  };
  check(spec.serviceAccountName, "serviceAccountName");
  check(spec.nodeName, "nodeName");
  const { activeDeadlineSeconds: deadline } = spec;
  if (deadline !== undefined && (deadline < 1 || deadline > maxDeadline)) {
    causes.push(invalidField(`${field}.activeDeadlineSeconds`, deadline, rangeText(1, maxDeadline)));
  }
  check(spec.hostname, "hostname", validateDns1123Label);
  check(spec.subdomain, "subdomain", validateDns1123Label);
  checkTolerations(spec.tolerations ?? [], `${field}.tolerations`, causes);
  checkHostAliases(spec, `${field}.hostAliases`, causes);
  check(spec.priorityClassName, "priorityClassName");
  if (spec.runtimeClassName !== undefined) {
    checkText(validateDns1123Subdomain, spec.runtimeClassName, `${field}.runtimeClassName`, causes);
  }
  if (spec.preemptionPolicy !== undefined) {
    checkNeededOneOf(spec.preemptionPolicy, preemptionPolicies, `${field}.preemptionPolicy`, causes);
  }
  if (spec.overhead !== undefined) {
    const resources = { limits: spec.overhead };
    checkResources(resources, checkContainerResource, new Set(), `${field}.overhead`, causes);
  }
}

function checkGates(
  { readinessGates = [], schedulingGates = [] }: PodSpec,
  field: string,
  causes: StatusCause[],
): void {
  for (const [index, { conditionType = "" }] of readinessGates.entries()) {
    checkText(validateQualifiedName, conditionType, `${field}.readinessGates[${index}].conditionType`, causes);
  }
  const names = new Set<string>();
  for (const [index, { name = "" }] of schedulingGates.entries()) {
    const place = `${field}.schedulingGates[${index}]`;
    checkText(validateQualifiedName, name, place, causes);
    if (names.has(name)) causes.push(duplicateField(place, name));
    names.add(name);
  }
}

/** On the host's network, ports are those of the host. Templates may leave that to the pods. */
function checkHostNetworkPorts({ spec, isPod, causes }: PodScope, field: string): void {
  if (!spec.hostNetwork) return;
  for (const [index, { ports = [] }] of (spec.containers ?? []).entries()) {
    for (const [place, { hostPort = 0, containerPort = 0 }] of ports.entries()) {
      if (hostPort === containerPort || (hostPort === 0 && !isPod)) continue;
      const detail = "must match `containerPort` when `hostNetwork` is true";
      causes.push(invalidField(`${field}[${index}].ports[${place}].hostPort`, hostPort, detail));
    }
  }
}

/** Users of its own go with nothing else of the host. */
function checkHostUsers(spec: PodSpec, field: string, causes: StatusCause[]): void {
  if (spec.hostUsers !== false) return;
  const detail = "when `hostUsers` is false";
  if (spec.hostNetwork) causes.push(forbiddenField(`${field}.hostNetwork`, detail));
  if (spec.hostPID) causes.push(forbiddenField(`${field}.HostPID`, detail));
  if (spec.hostIPC) causes.push(forbiddenField(`${field}.HostIPC`, detail));
  for (const [{ volumeDevices = [] }, place] of containersOf(spec, field)) {
    if (volumeDevices.length > 0) causes.push(forbiddenField(`${place}.volumeDevices`, detail));
  }
}
