import { badRequestError, cloneJson, formatTime, isConflict, type Status } from "@kubewright/api";
import type { RequestContext } from "../../resource/request-context.ts";
import type { Resource } from "../../resource/resource.ts";
import type { ServerState } from "../../resource/server-state.ts";
import type { DeleteOptions } from "../../resource/strategy.ts";
import type { ApiObject } from "../../resource-object.ts";
import { checkPreconditions } from "../delete/preconditions.ts";
import { deleteObject } from "../delete.ts";
import { validateAdmission } from "../write/admit.ts";
import { endpointOf } from "../write/endpoint.ts";
import { writeChange } from "../write/write-change.ts";
import { budgetsOf, severalBudgets, takeDisruption, unprocessedBudget } from "./disruption-budget.ts";
import { setPodCondition } from "./pod-condition.ts";
import { objectOf } from "./pod-container.ts";
import type { AdmittedAction } from "./read-action.ts";

/** How often a pod that changes is tried to be deleted. */
const maxAttempts = 20;

interface EvictionOptions extends DeleteOptions {
  readonly dryRun?: readonly string[];
}

/** What succeeded and has nothing to show. */
export const created: Status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };

/** Deletes a pod if its disruption budget allows that. `name` is the pod's. Throws StatusErrors. */
export async function evictPod(state: ServerState, eviction: AdmittedAction, name: string): Promise<Status> {
  const { object, namespace, resource: pods } = eviction;
  if (object.metadata.name !== name) throw badRequestError("name in URL does not match name in Eviction object");
  const options = (object.deleteOptions ?? {}) as EvictionOptions;
  const isDryRun = eviction.context.isDryRun || (options.dryRun?.length ?? 0) > 0;
  const context: RequestContext = { ...eviction.context, isDryRun };
  await validateAdmission(state, eviction);
  const target = { pods, namespace, name };
  let pod = objectOf(state, { resource: pods, namespace, name });
  for (let attempt = 1; isDisrupted(pod); attempt++) {
    try {
      await markAndDelete(state, target, isTerminal(pod) ? options : withVersion(options, pod), context);
      return created;
    } catch (error) {
      const isAboutVersion = options.preconditions?.resourceVersion !== undefined;
      if (!isConflict(error) || isAboutVersion || attempt === maxAttempts) throw error;
      // It has changed meanwhile: what it is now may be what a budget is about.
      pod = objectOf(state, { resource: pods, namespace, name });
    }
  }
  const [budget, another] = budgetsOf(state, pod);
  if (another !== undefined) throw severalBudgets();
  if (budget === undefined) {
    await markAndDelete(state, target, options, context);
    return created;
  }
  if (!isReady(pod) && mayGoUnready(budget)) {
    try {
      await markAndDelete(state, target, withVersion(options, pod), context);
    } catch (error) {
      // It may have become ready in the meantime.
      if (isConflict(error) && options.preconditions?.resourceVersion === undefined) {
        throw unprocessedBudget(budget.metadata.name);
      }
      throw error;
    }
    return created;
  }
  await takeDisruption(state, budget, name, context);
  await markAndDelete(state, target, options, context);
  return created;
}

interface PodTarget {
  readonly pods: Resource;
  readonly namespace: string;
  readonly name: string;
}

interface PodStatus {
  readonly phase?: string;
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
}

function isTerminal(pod: ApiObject): boolean {
  const { phase } = (pod.status ?? {}) as PodStatus;
  return phase === "Succeeded" || phase === "Failed" || pod.metadata.deletionTimestamp !== undefined;
}

/** Whether the pod does no work that a budget could be about. */
function isDisrupted(pod: ApiObject): boolean {
  return isTerminal(pod) || ((pod.status ?? {}) as PodStatus).phase === "Pending";
}

function isReady(pod: ApiObject): boolean {
  const { conditions = [] } = (pod.status ?? {}) as PodStatus;
  return conditions.some(({ type, status }) => type === "Ready" && status === "True");
}

/** Whether a pod that is not ready may go without the budget getting smaller. */
function mayGoUnready(budget: ApiObject): boolean {
  const { unhealthyPodEvictionPolicy } = budget.spec as { unhealthyPodEvictionPolicy?: string };
  if (unhealthyPodEvictionPolicy === "AlwaysAllow") return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = (budget.status ?? {}) as Record<string, number>;
  return currentHealthy >= desiredHealthy && desiredHealthy > 0;
}

/** The options for the pod as it is now, unless they say which version is meant. */
function withVersion(options: EvictionOptions, { metadata }: ApiObject): EvictionOptions {
  if (options.preconditions?.resourceVersion !== undefined) return options;
  return { ...options, preconditions: { ...options.preconditions, resourceVersion: metadata.resourceVersion! } };
}

/** Notes on the pod why it goes, and deletes it. */
async function markAndDelete(
  state: ServerState,
  { pods, namespace, name }: PodTarget,
  options: EvictionOptions,
  context: RequestContext,
): Promise<void> {
  let { preconditions } = options;
  if (!context.isDryRun) {
    const marked = await mark(state, { pods, namespace, name }, preconditions, context);
    if (preconditions?.resourceVersion !== undefined) {
      preconditions = { ...preconditions, resourceVersion: marked.metadata.resourceVersion! };
    }
  }
  const deletion = { resource: pods, namespace, name, options: { ...options, preconditions }, isAdmitted: false };
  await deleteObject(state, deletion, context);
}

async function mark(
  state: ServerState,
  { pods, namespace, name }: PodTarget,
  preconditions: DeleteOptions["preconditions"],
  context: RequestContext,
): Promise<ApiObject> {
  const endpoint = endpointOf({ resource: pods, namespace, name, subresource: "status" });
  const change = {
    endpoint,
    namespace,
    name,
    uid: "",
    allowsCreate: false,
    isAdmitted: false,
    next(live: ApiObject | undefined): ApiObject {
      const pod = cloneJson(live!);
      checkPreconditions(pods, pod, { preconditions });
      const condition = {
        type: "DisruptionTarget",
        status: "True",
        reason: "EvictionByEvictionAPI",
        message: "Eviction API: evicting",
      };
      setPodCondition(pod, condition, formatTime(context.clock.now()));
      return pod;
    },
  };
  const result = await writeChange(state, change, context);
  return result.object as ApiObject;
}
