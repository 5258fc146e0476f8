import type { Deployment, DeploymentStatus } from "@kubewright/api/apps/v1";
import type { Pod } from "@kubewright/api/core/v1";
import type { ConditionInput, KubeObject } from "@kubewright/operator";
import { instancesFailing, type Trouble } from "../trouble.ts";
import { isReady, troubleOf } from "./instance.ts";

/** What the conditions of a Memcached are made of. */
export interface Observation {
  readonly name: string;
  readonly size: number;
  /** As far as there is one that is kept for this Memcached. */
  readonly deployment: Deployment | undefined;
  readonly instances: readonly Pod[];
  /** What kept the operator from doing what the spec says. */
  readonly trouble?: Trouble | undefined;
  /** What has to go before its successor can be made. */
  readonly waitsFor?: KubeObject | undefined;
}

/** Before anything has come of it. */
export const starting: ConditionInput = {
  type: "Available",
  status: "Unknown",
  reason: "Reconciling",
  message: "Starting reconciliation",
};

/** The three conditions of a Memcached as it is. */
export function conditionsOf(observation: Observation): ConditionInput[] {
  return [availableOf(observation), progressingOf(observation), degradedOf(observation)];
}

/** Whether enough instances are ready. */
export function availableOf(observation: Observation): ConditionInput {
  const { name, size } = observation;
  const ready = readyOf(observation);
  const type = "Available";
  const reason = "Reconciling";
  if (ready < size) {
    const message = `Deployment for custom resource (${name}) has ${ready} of ${size} replicas ready`;
    return { type, status: "False", reason, message };
  }
  const message = `Deployment for custom resource (${name}) with ${size} replicas created successfully`;
  return { type, status: "True", reason, message };
}

/** How many instances are ready of those that stay: the ones of a Deployment that is gone or has to go are on their way out. */
function readyOf({ deployment, instances }: Observation): number {
  return Math.min(instances.filter(isReady).length, deployment?.status?.readyReplicas ?? 0);
}

function progressingOf(observation: Observation): ConditionInput {
  const { size, deployment, instances, trouble, waitsFor } = observation;
  const type = "Progressing";
  if (trouble !== undefined) {
    return {
      type,
      status: "False",
      reason: trouble.reason,
      message: "It goes no further until what the condition Degraded says is mended",
    };
  }
  if (waitsFor !== undefined) {
    const { name, finalizers = [] } = waitsFor.metadata;
    const holders = finalizers.length === 0 ? "" : `, and is held by ${finalizers.join(", ")}`;
    const message = `${waitsFor.kind} ${name} has to be gone before it is made anew${holders}`;
    return { type, status: "True", reason: "Waiting", message };
  }
  const { conditions, updatedReplicas = 0, replicas = 0 } = currentStatusOf(deployment);
  const deadline = conditions?.find((one) => one.type === type && one.status === "False");
  if (deadline !== undefined) {
    return { type, status: "False", reason: deadline.reason ?? "DeadlineExceeded", message: deadline.message ?? "" };
  }
  const ready = readyOf(observation);
  if (updatedReplicas !== size || replicas !== size || ready !== size) {
    const message = `${instances.length} of ${size} instances are there, ${ready} are ready, ${updatedReplicas} are as the spec says`;
    return { type, status: "True", reason: "RollingOut", message };
  }
  return { type, status: "False", reason: "Settled", message: `All ${size} instances are as the spec says` };
}

/** What a Deployment says of what it is to be now. What it said of an earlier spec does not count. */
function currentStatusOf(deployment: Deployment | undefined): DeploymentStatus {
  const { metadata, status } = deployment ?? {};
  const isCurrent = (status?.observedGeneration ?? 0) >= (metadata?.generation ?? 0);
  return (isCurrent ? status : undefined) ?? {};
}

function degradedOf({ deployment, instances, trouble }: Observation): ConditionInput {
  const found = trouble ?? troubleOfPods(instances) ?? troubleOfDeployment(deployment);
  if (found === undefined) return { type: "Degraded", status: "False", reason: "AsExpected", message: "" };
  return { type: "Degraded", status: "True", ...found };
}

function troubleOfPods(instances: readonly Pod[]): Trouble | undefined {
  const troubles = instances.flatMap((pod) => troubleOf(pod) ?? []);
  const [first] = troubles;
  if (first === undefined) return undefined;
  const others = troubles.length === 1 ? "" : ` (and ${troubles.length - 1} more)`;
  return { reason: instancesFailing, message: `${first}${others}` };
}

function troubleOfDeployment(deployment: Deployment | undefined): Trouble | undefined {
  const { conditions = [] } = currentStatusOf(deployment);
  const failure =
    conditions.find(({ type, status }) => type === "ReplicaFailure" && status === "True") ??
    conditions.find(({ type, status }) => type === "Progressing" && status === "False");
  return failure && { reason: failure.reason ?? "DeploymentFailing", message: failure.message ?? "" };
}
