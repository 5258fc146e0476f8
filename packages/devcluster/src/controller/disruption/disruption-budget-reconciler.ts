import { type Clock, isConflict, isNotFound, jsonEqual, Selector } from "@kubewright/api";
import { Pod } from "@kubewright/api/core/v1";
import { PodDisruptionBudget, type PodDisruptionBudgetStatus } from "@kubewright/api/policy/v1";
import { type EventRecorder, type ReconcileContext, type Reconciler, Result } from "@kubewright/runtime";
import { nextTurn } from "../../host.ts";
import { errorText } from "../pod-control/error-text.ts";
import { budgetStatus, failedStatus, isSameStatus } from "./budget-status.ts";
import { disruptedPodsOf, healthyPods } from "./disrupted-pods.ts";
import { type HealthyWanted, healthyWanted } from "./healthy-wanted.ts";
import type { ScaleLookup } from "./scale-lookup.ts";
import { selectorText } from "./selector-text.ts";

export interface DisruptionBudgetReconcilerOptions {
  readonly clock: Clock;
  readonly scales: ScaleLookup;
  readonly events: EventRecorder;
}

/** Keeps the status of a disruption budget, by which the server decides on evictions, as its pods are. */
export class DisruptionBudgetReconciler implements Reconciler {
  readonly #clock: Clock;
  readonly #scales: ScaleLookup;
  readonly #events: EventRecorder;

  constructor({ clock, scales, events }: DisruptionBudgetReconcilerOptions) {
    this.#clock = clock;
    this.#scales = scales;
    this.#events = events;
  }

  async reconcile(context: ReconcileContext): Promise<Result> {
    const { client, key, signal } = context;
    await nextTurn();
    const budget = await client.find(PodDisruptionBudget, key, { signal });
    if (budget === undefined) return Result.done();
    try {
      return await this.#sync(budget, context);
    } catch (error) {
      if (isConflict(error) || signal.aborted) throw error;
      if (isNotFound(error) && (await client.live.find(PodDisruptionBudget, key, { signal })) === undefined) {
        return Result.done();
      }
      context.log.error({ err: error }, "the budget allows no disruptions: its pods cannot be counted");
      // Whoever cannot count must not let pods go.
      await writeStatus(budget, failedStatus(budget, errorText(error), this.#clock), context);
      return Result.done();
    }
  }

  async #sync(budget: PodDisruptionBudget, context: ReconcileContext): Promise<Result> {
    const pods = await podsOf(budget, context);
    if (pods.length === 0) this.#events.normal(budget, { reason: "NoPods", note: "No matching pods found" });
    const { expected, desired } = await this.#wanted(budget, pods, context);
    const nowMs = this.#clock.now();
    const { disrupted, late, recheckMs } = disruptedPodsOf(budget, pods, nowMs);
    for (const pod of late) {
      const { namespace } = budget.metadata;
      // The real one names the namespace twice.
      const note = `Pod was expected by PDB ${namespace}/${namespace} to be deleted but it wasn't`;
      this.#events.warning(pod, { reason: "NotDeleted", note });
    }
    const healthy = healthyPods(pods, disrupted, nowMs);
    const status = budgetStatus(budget, { healthy, desired, expected, disrupted }, this.#clock);
    if (!isSameStatus(budget, status)) await writeStatus(budget, status, context);
    return recheckMs === undefined ? Result.done() : Result.requeueAfter(recheckMs);
  }

  async #wanted(budget: PodDisruptionBudget, pods: readonly Pod[], context: ReconcileContext): Promise<HealthyWanted> {
    const isByScale = budget.spec?.maxUnavailable !== undefined || typeof budget.spec?.minAvailable === "string";
    if (!isByScale) return healthyWanted(budget, pods.length);
    try {
      const { scale, unmanaged } = await this.#scales.sum(pods, context);
      if (unmanaged.length > 0) {
        const note =
          `Pods selected by this PodDisruptionBudget (selector: ${selectorText(budget.spec?.selector)}) were found to be unmanaged. As a result, ` +
          "the status of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set " +
          '".spec.minAvailable" field of the PDB to an integer value.';
        this.#events.warning(budget, { reason: "UnmanagedPods", note });
      }
      return healthyWanted(budget, scale);
    } catch (error) {
      if (!context.signal.aborted) {
        const note = `Failed to calculate the number of expected pods: ${errorText(error)}`;
        this.#events.warning(budget, { reason: "CalculateExpectedPodCountFailed", note });
      }
      throw error;
    }
  }
}

async function podsOf(
  { metadata, spec }: PodDisruptionBudget,
  { client, signal }: ReconcileContext,
): Promise<readonly Pod[]> {
  const selector = Selector.from(spec?.selector);
  if (selector.selectsNothing) return [];
  const { items } = await client.list(Pod, {
    namespace: metadata.namespace,
    labelSelector: selector.toString(),
    signal,
  });
  return items;
}

/** Writes only over the budget that was read: the server counts evictions in the same place. */
async function writeStatus(
  budget: PodDisruptionBudget,
  status: PodDisruptionBudgetStatus,
  { client, signal }: ReconcileContext,
): Promise<void> {
  if (jsonEqual(budget.status, status)) return;
  await client.status.update({ ...budget, status }, { signal });
}
