import { type StatusCause, validateDns1123Label } from "@kubewright/api";
import type { Container, EphemeralContainer } from "@kubewright/api/core/v1";
import { duplicateField, forbiddenField, invalidField, requiredField, unsupportedField } from "@kubewright/api/server";
import { checkNeededOneOf, checkNeededText, checkPresent } from "../../rule/text-rule.ts";
import type { PodScope } from "../pod-scope.ts";
import { checkSecurityContext } from "../security/security-context.ts";
import { checkEnvironment, checkEnvironmentSources } from "./environment.ts";
import { checkHooks } from "./handler.ts";
import { checkMounts } from "./mount.ts";
import { checkHostPorts, checkPorts } from "./port.ts";
import { checkResources } from "./resource.ts";
import { checkContainerResource } from "./resource-name.ts";
import { checkInitRestartRules, checkRestartRules } from "./restart-rule.ts";

type Containers = readonly Container[];

const messagePolicies = ["File", "FallbackToLogsOnError"];
const pullPolicies = ["Always", "IfNotPresent", "Never"];
const resizableResources = ["cpu", "memory"];
const resizePolicies = ["NotRequired", "RestartContainer"];

/** Adds what is wrong with the containers of a pod. */
export function checkContainers(containers: Containers, field: string, scope: PodScope): void {
  const { causes, spec } = scope;
  if (containers.length === 0) return void causes.push(requiredField(field));
  const names = new Set<string>();
  for (const [index, container] of containers.entries()) {
    const place = `${field}[${index}]`;
    checkContainer(container, place, scope);
    const { name = "" } = container;
    if (names.has(name)) causes.push(duplicateField(`${place}.name`, name));
    names.add(name);
    checkHooks(container, spec.terminationGracePeriodSeconds, place, causes);
    checkRestartRules(container, place, causes);
  }
  checkHostPorts(containers, field, causes);
}

/** Adds what is wrong with the containers that run before the others. */
export function checkInitContainers(containers: Containers, field: string, scope: PodScope): void {
  const { causes, spec } = scope;
  const names = new Set((spec.containers ?? []).map(({ name = "" }) => name));
  for (const [index, container] of containers.entries()) {
    const place = `${field}[${index}]`;
    checkContainer(container, place, scope);
    checkInitRestartRules(container, place, causes);
    const { name = "" } = container;
    if (names.has(name)) causes.push(duplicateField(`${place}.name`, name));
    else if (name !== "") names.add(name);
    // One at a time, and so each as if it were the first.
    checkHostPorts([container], field, causes);
    if (container.restartPolicy === "Always") {
      checkHooks(container, spec.terminationGracePeriodSeconds, place, causes);
    } else {
      checkNoHooks(container, place, causes);
    }
  }
}

/** Adds what is wrong with an image's name in a pod, where it must be exact. */
export function checkExactImage(
  { image = "" }: Container | EphemeralContainer,
  field: string,
  causes: StatusCause[],
): void {
  if (image !== image.trim()) {
    causes.push(invalidField(`${field}.image`, image, "must not have leading or trailing whitespace"));
  }
}

/** Adds what is wrong with a container of any kind. */
export function checkContainer(container: Container | EphemeralContainer, field: string, scope: PodScope): void {
  const { causes, spec, claimNames } = scope;
  checkNeededText(validateDns1123Label, container.name, `${field}.name`, causes);
  checkPresent(container.image, `${field}.image`, causes);
  const { terminationMessagePolicy, imagePullPolicy, resources, resizePolicy } = container;
  checkNeededOneOf(terminationMessagePolicy, messagePolicies, `${field}.terminationMessagePolicy`, causes);
  checkPorts(container.ports, `${field}.ports`, causes);
  checkEnvironment(container.env, `${field}.env`, causes);
  checkEnvironmentSources(container.envFrom, `${field}.envFrom`, causes);
  checkMounts(container, field, scope);
  checkPullPolicy(imagePullPolicy, `${field}.imagePullPolicy`, causes);
  checkResources(resources, checkContainerResource, claimNames, `${field}.resources`, causes);
  checkResizePolicies(resizePolicy ?? [], spec.restartPolicy === "Never", `${field}.resizePolicy`, causes);
  const hasHostUsers = spec.hostUsers ?? true;
  checkSecurityContext(container.securityContext, hasHostUsers, `${field}.securityContext`, causes);
}

/** Adds what is wrong with when an image is fetched. */
export function checkPullPolicy(policy: string | undefined, field: string, causes: StatusCause[]): void {
  checkNeededOneOf(policy, pullPolicies, field, causes);
}

function checkNoHooks(container: Container, field: string, causes: StatusCause[]): void {
  for (const name of ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"] as const) {
    if (container[name] === undefined) continue;
    causes.push(forbiddenField(`${field}.${name}`, "may not be set for init containers without restartPolicy=Always"));
  }
  for (const [index, { restartPolicy }] of (container.resizePolicy ?? []).entries()) {
    if (restartPolicy !== "RestartContainer") continue;
    const place = `${field}.resizePolicy[${index}].restartPolicy`;
    const detail = "must not be set to 'RestartContainer' for non-sidecar initContainers";
    causes.push(invalidField(place, restartPolicy, detail));
  }
}

function checkResizePolicies(
  policies: NonNullable<Container["resizePolicy"]>,
  isNeverRestarted: boolean,
  field: string,
  causes: StatusCause[],
): void {
  const resources = new Set<string>();
  for (const [index, { resourceName = "", restartPolicy = "" }] of policies.entries()) {
    if (resources.has(resourceName)) causes.push(duplicateField(`${field}[${index}]`, resourceName));
    resources.add(resourceName);
    if (resourceName === "") causes.push(requiredField(field));
    else if (!resizableResources.includes(resourceName)) {
      causes.push(unsupportedField(field, resourceName, resizableResources));
    }
    checkNeededOneOf(restartPolicy, resizePolicies, field, causes);
    if (isNeverRestarted && restartPolicy !== "NotRequired") {
      const detail = "must be 'NotRequired' when pod `restartPolicy` is 'Never'";
      causes.push(invalidField(field, restartPolicy, detail));
    }
  }
}
