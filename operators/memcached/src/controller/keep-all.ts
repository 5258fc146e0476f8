import { Deployment } from "@kubewright/api/apps/v1";
import { Service } from "@kubewright/api/core/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import {
  findCondition,
  isBadRequest,
  isForbidden,
  isInvalid,
  type Kind,
  type KubeObject,
  keyOf,
  type ReconcileContext,
} from "@kubewright/operator";
import type { Memcached } from "../api/v1/memcached.ts";
import { deploymentFor } from "../resource/deployment.ts";
import { disruptionBudgetFor } from "../resource/disruption-budget.ts";
import { clusterServiceFor, nodesServiceFor } from "../resource/service.ts";
import type { MemcachedSettings } from "../spec/memcached-settings.ts";
import { type FailedWrite, failedWrite, nameTakenBy, refusedWrite, type Trouble } from "../trouble.ts";
import { isOfAnother, type Kept, keepObject } from "./owned-object.ts";
import { tellOfKept } from "./tell-of-kept.ts";

/** What keeping all objects came to. */
export interface Outcome {
  /** For the status to tell of. */
  readonly trouble?: Trouble | undefined;
  /** For this, there is to be another attempt. */
  readonly failure?: unknown;
  /** This has to go before its successor can be made. */
  readonly waitsFor?: KubeObject | undefined;
  /** Without anybody changing something, the next attempt may come to something else. */
  readonly isUndecided: boolean;
}

/** What is to be kept of a Memcached. */
export interface Wanted {
  readonly settings: MemcachedSettings;
  /** How many of its instances will not get ready, however long one waits. */
  readonly givenUp: number;
  /** What runs goes on as it is while the spec contradicts itself, but a drain does not wait for what fails. */
  readonly contradiction: Trouble | undefined;
}

/** An object that could not be kept. */
interface Failed extends FailedWrite {
  readonly state: "failed";
}

/** After so many attempts in vain, which is about a second, people hear of it. */
const manyRetries = 8;

/** Keeps all that belongs to a Memcached as it should be. */
export async function keepAll(memcached: Memcached, wanted: Wanted, context: ReconcileContext): Promise<Outcome> {
  const outcomes = await keepEach(memcached, wanted, context);
  const degraded = findCondition(memcached.status?.conditions, "Degraded");
  // While something is wrong, the budget follows the instances that fail: nobody else has changed it.
  const isFollowing = wanted.givenUp > 0 || degraded?.status === "True";
  const told = outcomes
    .filter((one) => one.state === "kept")
    .filter(({ object, changed }) => {
      const isRoom = object.kind === PodDisruptionBudget.kind && changed.join() === "spec.maxUnavailable";
      return !(isFollowing && isRoom);
    });
  tellOfKept(told, memcached, context);

  const { name } = memcached.metadata;
  const failed = outcomes.filter((one) => one.state === "failed");
  const refusal = failed.find(({ error }) => isRefusal(error));
  const passing = failed.find(({ error }) => !isRefusal(error));
  const foreign = outcomes.find((one) => one.state === "foreign");
  const waitsFor = outcomes.find((one) => one.state === "leaving")?.object;
  return {
    trouble:
      wanted.contradiction ??
      (refusal && refusedWrite(refusal, name)) ??
      (foreign && nameTakenBy(foreign.object)) ??
      (passing && context.retries >= manyRetries ? failedWrite(passing, name, degraded) : undefined),
    failure: failed[0]?.error,
    waitsFor,
    isUndecided: passing !== undefined || waitsFor !== undefined,
  };
}

async function keepEach(
  memcached: Memcached,
  { settings, givenUp, contradiction }: Wanted,
  context: ReconcileContext,
): Promise<(Kept<KubeObject> | Failed)[]> {
  const { client, key, signal } = context;
  const keep = async <T extends KubeObject>(kind: Kind<T>, wanted: T): Promise<Kept<KubeObject> | Failed> => {
    try {
      return await keepObject(kind, wanted, memcached, context);
    } catch (error) {
      const found = await client.find(kind, keyOf(wanted), { signal });
      return { state: "failed", kind: kind.kind, verb: found === undefined ? "create" : "update", error };
    }
  };
  const keepBudget = () => keep(PodDisruptionBudget, disruptionBudgetFor(memcached, givenUp));
  if (contradiction !== undefined) {
    return (await client.find(PodDisruptionBudget, key, { signal })) === undefined ? [] : [await keepBudget()];
  }
  // None of them has to wait for another one.
  return await Promise.all([
    keep(Service, clusterServiceFor(memcached, settings)),
    keep(Service, nodesServiceFor(memcached, settings)),
    keepBudget(),
    keep(Deployment, deploymentFor(memcached, settings)),
  ]);
}

/** Whether the server will not be persuaded. Other errors may be gone at the next attempt. */
function isRefusal(error: unknown): boolean {
  return (isInvalid(error) && !isOfAnother(error)) || isForbidden(error) || isBadRequest(error);
}
