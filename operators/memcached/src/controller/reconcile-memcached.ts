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
  keyOf,
  type ReconcileContext,
  Result,
} from "@kubewright/operator";
import type { Memcached } from "../api/v1/memcached.ts";
import { deploymentFor } from "../resource/deployment.ts";
import { disruptionBudgetFor } from "../resource/disruption-budget.ts";
import { clusterServiceFor, nodesServiceFor } from "../resource/service.ts";
import { contradictionIn } from "../spec/contradiction.ts";
import { type MemcachedSettings, settingsOf } from "../spec/memcached-settings.ts";
import { instancesAmong, troubleOf } from "../status/instance.ts";
import { seenStatusOf, statusOf } from "../status/memcached-status.ts";
import { instancesFailing, nameTaken, refused, type Trouble } from "../trouble.ts";
import { type Kept, keepObject } from "./owned-object.ts";
import { tellOfKept } from "./tell-of-kept.ts";
import { writeStatus } from "./write-status.ts";

/** The index of the cache that has the pods of each Memcached, by its name. */
export const podIndex = "memcached";

/** Somebody was faster with a change of the Memcached: it is looked at again as it is then. */
const soon = Result.requeueAfter(100);

/** Makes the world as a Memcached says it should be, and tells in its status how far it is. */
export async function reconcileMemcached(
  memcached: Memcached,
  context: ReconcileContext,
  clock: Pick<Clock, "now">,
): Promise<Result> {
  const settings = settingsOf(memcached.spec);
  const instances = await instancesOf(memcached, context);
  const contradiction = contradictionIn(memcached, settings);
  // What runs goes on as it is while the spec contradicts itself.
  const outcome = contradiction ? { trouble: contradiction } : await keepAll(memcached, settings, instances, context);
  const { trouble, failure } = outcome;
  // All of it goes with its namespace.
  if (hasCause(failure, "NamespaceTerminating")) return Result.done();
  const written = await report(memcached, { settings, instances, ...outcome }, context, clock);
  if (failure !== undefined) throw failure;
  if (written === undefined) return soon;
  if (outcome.waitsFor !== undefined) return Result.requeueAfter(1000);
  // Nobody tells when an object of somebody else goes.
  return trouble?.reason === nameTaken ? Result.requeueAfter(30_000) : Result.done();
}

async function instancesOf({ metadata }: Memcached, { client, signal }: ReconcileContext): Promise<Pod[]> {
  const { name, namespace } = metadata;
  const pods = await client.list(Pod, { namespace, fieldSelector: { [podIndex]: name }, signal });
  return instancesAmong(pods.items);
}

/** What keeping all objects came to. */
interface Outcome {
  /** For the status to tell of. */
  readonly trouble?: Trouble | undefined;
  /** For this, there is to be another attempt. */
  readonly failure?: unknown;
  /** This has to go before its successor can be made. */
  readonly waitsFor?: KubeObject | undefined;
}

/** An object that could not be kept. */
interface Failed {
  readonly state: "failed";
  readonly kind: string;
  /** What was to be done. */
  readonly verb: "create" | "update";
  readonly error: unknown;
}

/** Keeps all that belongs to a Memcached as it should be. */
async function keepAll(
  memcached: Memcached,
  settings: MemcachedSettings,
  instances: readonly Pod[],
  context: ReconcileContext,
): Promise<Outcome> {
  const keep = async <T extends KubeObject>(kind: Kind<T>, wanted: T): Promise<Kept<KubeObject> | Failed> => {
    try {
      return await keepObject(kind, wanted, memcached, context);
    } catch (error) {
      const found = await context.client.find(kind, keyOf(wanted), { signal: context.signal });
      return { state: "failed", kind: kind.kind, verb: found === undefined ? "create" : "update", error };
    }
  };
  const failing = instances.filter((pod) => troubleOf(pod) !== undefined).length;
  // None of them has to wait for another one.
  const outcomes = await Promise.all([
    keep(Service, clusterServiceFor(memcached, settings)),
    keep(Service, nodesServiceFor(memcached, settings)),
    keep(PodDisruptionBudget, disruptionBudgetFor(memcached, failing)),
    keep(Deployment, deploymentFor(memcached, settings)),
  ]);
  const kept = outcomes.filter((one) => one.state === "kept");
  // While instances fail, the budget follows them: nobody has changed it.
  const wereFailing = findCondition(memcached.status?.conditions, "Degraded")?.reason === instancesFailing;
  const isFollowing = (budget: KubeObject) => budget.kind === "PodDisruptionBudget" && (failing > 0 || wereFailing);
  const told = kept.filter(({ object, before }) => before === undefined || !isFollowing(object));
  tellOfKept(told, memcached, context);
  const failed = outcomes.find((one) => one.state === "failed");
  if (failed !== undefined) return { trouble: refusalOf(failed, memcached), failure: failed.error };
  const foreign = outcomes.find((one) => one.state === "foreign");
  const leaving = outcomes.find((one) => one.state === "leaving");
  return { trouble: foreign && nameTakenBy(foreign.object), waitsFor: leaving?.object };
}

/** What was found and done, for the status. */
interface Report extends Outcome {
  readonly settings: MemcachedSettings;
  readonly instances: readonly Pod[];
}

/** Writes the status. Undefined when somebody has changed or deleted the Memcached meanwhile. */
async function report(
  memcached: Memcached,
  { settings, instances, trouble, failure, waitsFor }: Report,
  context: ReconcileContext,
  clock: Pick<Clock, "now">,
): Promise<Memcached | undefined> {
  const { client, events, key, signal } = context;
  const deployment = await client.find(Deployment, key, { signal });
  const observation = { name: memcached.metadata.name, size: settings.size, deployment, instances, trouble, waitsFor };
  // Of what will be over at the next attempt, nobody needs to hear, but of what there is.
  const isUndecided = (failure !== undefined || waitsFor !== undefined) && trouble === undefined;
  const status = (isUndecided ? seenStatusOf : statusOf)(memcached, observation, clock);
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
function refusalOf({ kind, verb, error }: Failed, { metadata: { name } }: Memcached): Trouble | undefined {
  if (!isInvalid(error) && !isForbidden(error) && !isBadRequest(error)) return undefined;
  const text = error instanceof Error ? error.message : String(error);
  return { reason: refused, message: `Failed to ${verb} ${kind} for the custom resource (${name}): (${text})` };
}
