import { Deployment } from "@kubewright/api/apps/v1";
import { Pod, Service } from "@kubewright/api/core/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import {
  type Clock,
  findCondition,
  hasCause,
  isBadRequest,
  isForbidden,
  isInvalid,
  type Kind,
  type KubeObject,
  type ReconcileContext,
  Result,
} from "@kubewright/operator";
import type { Memcached } from "../api/v1/memcached.ts";
import { deploymentFor } from "../resource/deployment.ts";
import { disruptionBudgetFor } from "../resource/disruption-budget.ts";
import { clusterServiceFor, nodesServiceFor } from "../resource/service.ts";
import { contradictionIn } from "../spec/contradiction.ts";
import { type MemcachedSettings, settingsOf } from "../spec/memcached-settings.ts";
import { starting, type Trouble } from "../status/condition.ts";
import { instancesAmong } from "../status/instance.ts";
import { conditionsWith, statusOf } from "../status/memcached-status.ts";
import { type Kept, keepObject } from "./owned-object.ts";
import { tellOfKept } from "./tell-of-kept.ts";
import { writeStatus } from "./write-status.ts";

/** The index of the cache that has the pods of each Memcached, by its name. */
export const podIndex = "memcached";

const nameTaken = "NameTaken";

/** Somebody was faster with a change of the Memcached: it is looked at again as it is then. */
const soon = Result.requeueAfter(100);

/** Makes the world as a Memcached says it should be, and tells in its status how far it is. */
export async function reconcileMemcached(
  memcached: Memcached,
  context: ReconcileContext,
  clock: Pick<Clock, "now">,
): Promise<Result> {
  const settings = settingsOf(memcached.spec);
  const contradiction = contradictionIn(memcached, settings);
  // What runs goes on as it is while the spec contradicts itself.
  const { trouble, failure } = contradiction
    ? { trouble: contradiction, failure: undefined }
    : await keepAll(memcached, settings, context);
  // All of it goes with its namespace.
  if (hasCause(failure, "NamespaceTerminating")) return Result.done();
  if (failure !== undefined && trouble === undefined) {
    // Nobody needs to hear of what will be over at the next attempt, but that it has begun.
    if (memcached.status?.conditions === undefined) await begin(memcached, context, clock);
    throw failure;
  }

  const written = await report(memcached, settings, trouble, context, clock);
  if (failure !== undefined) throw failure;
  if (written === undefined) return soon;
  // Nobody tells when an object of somebody else goes.
  return trouble?.reason === nameTaken ? Result.requeueAfter(30_000) : Result.done();
}

async function begin(memcached: Memcached, context: ReconcileContext, clock: Pick<Clock, "now">): Promise<void> {
  const conditions = conditionsWith(memcached, [starting], clock);
  await writeStatus(memcached, { ...memcached.status, conditions }, context);
}

/** What keeping all objects came to: `trouble` is for the status to tell of, for `failure` there is to be another attempt. */
interface Outcome {
  readonly trouble: Trouble | undefined;
  readonly failure: unknown;
}

/** An object that could not be kept. */
interface Failed {
  readonly state: "failed";
  readonly kind: string;
  readonly error: unknown;
}

/** Keeps all that belongs to a Memcached as it should be. */
async function keepAll(memcached: Memcached, settings: MemcachedSettings, context: ReconcileContext): Promise<Outcome> {
  const keep = <T extends KubeObject>(kind: Kind<T>, wanted: T): Promise<Kept<KubeObject> | Failed> =>
    keepObject(kind, wanted, memcached, context).catch((error: unknown) => ({
      state: "failed",
      kind: kind.kind,
      error,
    }));
  // None of them has to wait for another one.
  const outcomes = await Promise.all([
    keep(Service, clusterServiceFor(memcached, settings)),
    keep(Service, nodesServiceFor(memcached, settings)),
    keep(PodDisruptionBudget, disruptionBudgetFor(memcached)),
    keep(Deployment, deploymentFor(memcached, settings)),
  ]);
  tellOfKept(
    outcomes.filter((one) => one.state === "kept"),
    memcached,
    context,
  );
  const failed = outcomes.find((one) => one.state === "failed");
  if (failed !== undefined) return { trouble: refusalOf(failed, memcached), failure: failed.error };
  const foreign = outcomes.find((one) => one.state === "foreign");
  return { trouble: foreign && nameTakenBy(foreign.object), failure: undefined };
}

async function report(
  memcached: Memcached,
  settings: MemcachedSettings,
  trouble: Trouble | undefined,
  context: ReconcileContext,
  clock: Pick<Clock, "now">,
): Promise<Memcached | undefined> {
  const { client, events, key, signal } = context;
  const deployment = await client.find(Deployment, key, { signal });
  const { name, namespace } = memcached.metadata;
  const pods = await client.list(Pod, { namespace, fieldSelector: { [podIndex]: name }, signal });
  const observation = { name, size: settings.size, deployment, instances: instancesAmong(pods.items), trouble };
  const status = statusOf(memcached, observation, clock);
  const before = findCondition(memcached.status?.conditions, "Degraded");
  const after = findCondition(status.conditions, "Degraded");
  const written = await writeStatus(memcached, status, context);
  const isNews = after?.status === "True" && !(before?.status === "True" && before.reason === after.reason);
  if (written !== undefined && isNews) {
    events.warning(memcached, { reason: after.reason, action: "Reconcile", note: after.message });
  }
  return written;
}

function nameTakenBy({ kind, metadata }: KubeObject): Trouble {
  return {
    reason: nameTaken,
    message:
      `${kind} ${metadata.name} is there already and does not belong to this Memcached, so it is left as it is: ` +
      "delete or rename it, or give the Memcached another name",
  };
}

/** What a server that will not be persuaded says; undefined for errors that may be gone at the next attempt. */
function refusalOf({ kind, error }: Failed, { metadata: { name } }: Memcached): Trouble | undefined {
  if (!isInvalid(error) && !isForbidden(error) && !isBadRequest(error)) return undefined;
  const text = error instanceof Error ? error.message : String(error);
  return { reason: "Refused", message: `Failed to create ${kind} for the custom resource (${name}): (${text})` };
}
