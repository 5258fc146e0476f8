import {
  type Condition,
  cloneJson,
  forbiddenError,
  formatTime,
  type LabelSelector,
  Selector,
  StatusError,
  setCondition,
  tooManyRequestsError,
} from "@kubewright/api";
import { plainFailure } from "@kubewright/api/server";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ServerState } from "../../resource/server-state.ts";
import type { ApiObject } from "../../resource-object.ts";
import { endpointOf } from "../write/endpoint.ts";
import { writeChange } from "../write/write-change.ts";

/** More pods than this that a budget counts as going make it wait for its controller. */
const maxDisruptedPods = 2000;

interface BudgetStatus {
  observedGeneration?: number;
  disruptionsAllowed?: number;
  currentHealthy?: number;
  desiredHealthy?: number;
  disruptedPods?: Record<string, string>;
  conditions?: Condition[];
}

/** The disruption budgets that are for a pod. */
export function budgetsOf(state: ServerState, { metadata }: ApiObject): ApiObject[] {
  const budgets = state.catalog.find("policy", "v1", "poddisruptionbudgets");
  if (budgets === undefined) return [];
  const { items } = state.store.list(budgets.collection, { namespace: metadata.namespace ?? "" });
  return items
    .map(({ object }) => budgets.fromStored(object))
    .filter((budget) => selects((budget.spec as { selector?: LabelSelector }).selector, metadata.labels ?? {}));
}

function selects(selector: LabelSelector | undefined, labels: Readonly<Record<string, string>>): boolean {
  if (selector === undefined) return false;
  try {
    return Selector.from(selector).matches(labels);
  } catch {
    // A selector that cannot be read selects nothing.
    return false;
  }
}

/** The answer when several budgets are for one pod. */
export function severalBudgets(): StatusError {
  return plainFailure(
    "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
  );
}

/** The answer when a budget does not yet say what it allows. */
export function unprocessedBudget(name: string): StatusError {
  return refusal(`The disruption budget ${name} is still being processed by the server.`, 10);
}

/** Takes one of the disruptions that a budget allows, for a pod. Throws the 429 or 403 StatusError when there is none. */
export async function takeDisruption(
  state: ServerState,
  budget: ApiObject,
  podName: string,
  context: RequestContext,
): Promise<void> {
  checkBudget(budget);
  if (context.isDryRun) return;
  const resource = state.catalog.find("policy", "v1", "poddisruptionbudgets")!;
  const { name, namespace = "" } = budget.metadata;
  const endpoint = endpointOf({ resource, namespace, name, subresource: "status" });
  const manager = state.fieldManagers.of(endpoint);
  const now = context.clock.now();
  const change = {
    endpoint,
    namespace,
    name,
    uid: "",
    allowsCreate: false,
    isAdmitted: false,
    next(live: ApiObject | undefined): ApiObject {
      checkBudget(live!);
      const next = cloneJson(live!);
      const status = next.status as BudgetStatus;
      status.disruptionsAllowed = status.disruptionsAllowed! - 1;
      if (status.disruptionsAllowed === 0) noteNoneAllowed(status, now);
      status.disruptedPods = { ...status.disruptedPods, [podName]: formatTime(now) };
      // The server writes it in its own name.
      return manager.update(live, next, { manager: "kube-apiserver", now }) as ApiObject;
    },
  };
  await writeChange(state, change, context);
}

function noteNoneAllowed(status: BudgetStatus, now: number): void {
  const condition = {
    type: "DisruptionAllowed",
    status: "False",
    reason: "InsufficientPods",
    message: "",
    ...(status.observedGeneration !== undefined && { observedGeneration: status.observedGeneration }),
  } as const;
  status.conditions ??= [];
  setCondition(status.conditions, condition, { now: () => now });
}

function checkBudget({ metadata, status = {} }: ApiObject): void {
  const { observedGeneration = 0, disruptionsAllowed = 0, disruptedPods = {} } = status as BudgetStatus;
  const { name, generation = 0 } = metadata;
  const subject = { group: "policy", resource: "poddisruptionbudget" };
  if (observedGeneration < generation) throw unprocessedBudget(name);
  if (disruptionsAllowed < 0) throw forbiddenError(subject, name, "pdb disruptions allowed is negative");
  if (Object.keys(disruptedPods).length > maxDisruptedPods) {
    const because = "DisruptedPods map too big - too many evictions not confirmed by PDB controller";
    throw forbiddenError(subject, name, because);
  }
  if (disruptionsAllowed === 0) throw refusal(describeExhausted(name, status as BudgetStatus), 0);
}

function describeExhausted(name: string, status: BudgetStatus): string {
  const { currentHealthy = 0, desiredHealthy = 0, conditions = [] } = status;
  const condition = conditions.find(({ type }) => type === "DisruptionAllowed");
  const message = condition?.status === "False" ? (condition.message ?? "") : "";
  if (message !== "" && condition?.reason === "SyncFailed") {
    return `The disruption budget ${name} does not allow evicting pods currently because it failed sync: ${message}`;
  }
  if (currentHealthy <= desiredHealthy) {
    return `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  }
  if (message !== "") {
    return `The disruption budget ${name} does not allow evicting pods currently (${condition?.reason}): ${message}`;
  }
  return `The disruption budget ${name} does not allow evicting pods currently`;
}

function refusal(message: string, retryAfterSeconds: number): StatusError {
  const text = "Cannot evict pod as it would violate the pod's disruption budget.";
  const { status } = tooManyRequestsError(text, retryAfterSeconds);
  const causes = [{ reason: "DisruptionBudget", message }];
  return new StatusError({ ...status, details: { causes, ...status.details } });
}
