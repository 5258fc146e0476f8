import type { StatusCause } from "@kubewright/api";
import type { Container, ContainerStatus, PodSpec, PodStatus } from "@kubewright/api/core/v1";
import {
  byteLength,
  duplicateField,
  forbiddenField,
  invalidField,
  requiredField,
  tooLongField,
  unsupportedField,
} from "@kubewright/api/server";
import { checkUnixId } from "../../rule/number-rule.ts";

type Statuses = readonly ContainerStatus[];

const lists = ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"] as const;
const health = ["Healthy", "Unhealthy", "Unknown"];
const maxMessageBytes = 1024;

/** Adds a cause for each container that comes back though it ended for good. */
export function checkTransitions(status: PodStatus, old: PodStatus, spec: PodSpec, causes: StatusCause[]): void {
  const all = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const restartsAll = all.some((container) =>
    container.restartPolicyRules?.some(({ action }) => action === "RestartAllContainers"),
  );
  const containers = { containerStatuses: spec.containers ?? [], initContainerStatuses: spec.initContainers ?? [] };
  for (const list of lists) {
    const candidates = list === "ephemeralContainerStatuses" ? undefined : containers[list];
    if (restartsAll && candidates !== undefined) continue;
    checkRevived(status[list] ?? [], old[list] ?? [], candidates, spec, `status.${list}`, causes);
  }
}

/** Adds what is wrong with who containers run as, and with what they got. */
export function checkContainerStatuses(status: PodStatus, spec: PodSpec, causes: StatusCause[]): void {
  for (const list of lists) checkUsers(status[list] ?? [], spec.os?.name ?? "linux", `status.${list}`, causes);
  checkAllocations(status.containerStatuses ?? [], spec.containers ?? [], "status.containerStatuses", causes);
  checkAllocations(
    status.initContainerStatuses ?? [],
    spec.initContainers ?? [],
    "status.initContainerStatuses",
    causes,
  );
  for (const [index, { allocatedResourcesStatus = [] }] of (status.ephemeralContainerStatuses ?? []).entries()) {
    if (allocatedResourcesStatus.length === 0) continue;
    const field = `status.ephemeralContainerStatuses[${index}].allocatedResourcesStatus`;
    causes.push(forbiddenField(field, "must not be specified in container status"));
  }
}

/** Without `containers`, none may come back. */
function checkRevived(
  statuses: Statuses,
  old: Statuses,
  containers: readonly Container[] | undefined,
  spec: PodSpec,
  field: string,
  causes: StatusCause[],
): void {
  const alive = new Set(statuses.filter(({ state }) => state?.terminated === undefined).map(({ name }) => name));
  for (const [index, { name, state }] of old.entries()) {
    if (state?.terminated === undefined || !alive.has(name)) continue;
    const container = containers?.find((other) => other.name === name);
    if (container !== undefined && shouldRestart(container, spec, state.terminated.exitCode)) continue;
    causes.push(forbiddenField(`${field}[${index}].state`, "may not be transitioned to non-terminated state"));
  }
}

function shouldRestart(container: Container, spec: PodSpec, exitCode: number): boolean {
  if (container.restartPolicy !== undefined) {
    for (const { action, exitCodes } of container.restartPolicyRules ?? []) {
      if (exitCodes === undefined) continue;
      const isListed = (exitCodes.values ?? []).includes(exitCode);
      if (isListed === (exitCodes.operator === "In") && action === "Restart") return true;
    }
  }
  const policy = container.restartPolicy ?? spec.restartPolicy;
  return policy === "Always" || (policy === "OnFailure" && exitCode !== 0);
}

function checkUsers(statuses: Statuses, system: string, field: string, causes: StatusCause[]): void {
  for (const [index, { user }] of statuses.entries()) {
    if (user?.linux === undefined) continue;
    const place = `${field}[${index}].user.linux`;
    if (system === "windows") causes.push(forbiddenField(place, "cannot be set for a windows pod"));
    if (system !== "linux") continue;
    checkUnixId(user.linux.uid, `${place}.uid`, causes);
    checkUnixId(user.linux.gid, `${place}.gid`, causes);
    for (const [at, group] of (user.linux.supplementalGroups ?? []).entries()) {
      checkUnixId(group, `${place}.supplementalGroups[${at}]`, causes);
    }
  }
}

function checkAllocations(
  statuses: Statuses,
  containers: readonly Container[],
  field: string,
  causes: StatusCause[],
): void {
  for (const [index, { name, allocatedResourcesStatus = [] }] of statuses.entries()) {
    const container = containers.find((other) => other.name === name);
    for (const [at, allocated] of allocatedResourcesStatus.entries()) {
      const place = `${field}[${index}].allocatedResourcesStatus[${at}]`;
      if (container !== undefined) checkAllocated(allocated.name ?? "", container, `${place}.name`, causes);
      checkHealth(allocated.resources ?? [], `${place}.resources`, causes);
    }
  }
}

function checkAllocated(name: string, { resources }: Container, field: string, causes: StatusCause[]): void {
  if (name.startsWith("claim:")) {
    const claims = (resources?.claims ?? []).map(
      (claim) => `claim:${claim.name}${claim.request ? `/${claim.request}` : ""}`,
    );
    if (claims.includes(name)) return;
    const detail =
      "must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty";
    causes.push(invalidField(field, name, detail));
  } else if (resources?.requests?.[name] === undefined) {
    causes.push(invalidField(field, name, "must match one of the container's resource requests"));
  }
}

type Devices = NonNullable<NonNullable<ContainerStatus["allocatedResourcesStatus"]>[number]["resources"]>;

function checkHealth(resources: Devices, field: string, causes: StatusCause[]): void {
  const ids = new Set<string>();
  for (const [index, resource] of resources.entries()) {
    const place = `${field}[${index}]`;
    const { resourceID = "" } = resource;
    if (!health.includes(resource.health ?? "")) {
      causes.push(unsupportedField(`${place}.health`, resource.health ?? "", health));
    }
    const { message } = resource as { message?: string };
    if (message === "") causes.push(requiredField(`${place}.message`, "must be non-empty if specified"));
    if (message !== undefined && byteLength(message) > maxMessageBytes) {
      causes.push(tooLongField(`${place}.message`, maxMessageBytes));
    }
    if (ids.has(resourceID)) causes.push(duplicateField(`${place}.resourceID`, resourceID));
    ids.add(resourceID);
  }
}
