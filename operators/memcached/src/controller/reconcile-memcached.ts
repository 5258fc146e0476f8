import { Deployment } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { type Clock, findCondition, hasCause, type ReconcileContext, Result } from "@kubewright/operator";
import type { Memcached } from "../api/v1/memcached.ts";
import { contradictionIn } from "../spec/contradiction.ts";
import { settingsOf } from "../spec/memcached-settings.ts";
import { givenUpAt, instancesAmong } from "../status/instance.ts";
import { seenStatusOf, statusOf } from "../status/memcached-status.ts";
import { nameTaken } from "../trouble.ts";
import { keepAll, type Outcome } from "./keep-all.ts";
import { isKeptFor } from "./owned-object.ts";
import { writeStatus } from "./write-status.ts";

/** The index of the cache that has the pods of each Memcached, by its name. */
export const podIndex = "memcached";

/** Makes the world as a Memcached says it should be, and tells in its status how far it is. */
export async function reconcileMemcached(
  memcached: Memcached,
  context: ReconcileContext,
  clock: Pick<Clock, "now">,
): Promise<Result> {
  const settings = settingsOf(memcached.spec);
  const instances = await instancesOf(memcached, context);
  const now = clock.now();
  const ends = instances.flatMap((pod) => givenUpAt(pod) ?? []);
  const givenUp = ends.filter((end) => end <= now).length;
  const contradiction = contradictionIn(memcached, settings);
  const outcome = await keepAll(memcached, { settings, givenUp, contradiction }, context);
  // All of it goes with its namespace.
  if (hasCause(outcome.failure, "NamespaceTerminating")) return Result.done();
  const written = await report(memcached, { size: settings.size, instances, ...outcome }, context, clock);
  if (outcome.failure !== undefined) throw outcome.failure;
  // Somebody was faster with a change of the Memcached: it is looked at again as it is then.
  if (written === undefined) return Result.requeueAfter(100);
  if (outcome.waitsFor !== undefined) return Result.requeueAfter(1000);
  // Nobody tells when an object of somebody else goes.
  if (outcome.trouble?.reason === nameTaken) return Result.requeueAfter(30_000);
  const next = Math.min(...ends.filter((end) => end > now));
  return Number.isFinite(next) ? Result.requeueAfter(next - now) : Result.done();
}

async function instancesOf({ metadata }: Memcached, { client, signal }: ReconcileContext): Promise<Pod[]> {
  const { name, namespace } = metadata;
  const pods = await client.list(Pod, { namespace, fieldSelector: { [podIndex]: name }, signal });
  return instancesAmong(pods.items);
}

/** What was found and done, for the status. */
interface Report extends Outcome {
  readonly size: number;
  readonly instances: readonly Pod[];
}

/** Writes the status. Undefined when somebody has changed or deleted the Memcached meanwhile. */
async function report(
  memcached: Memcached,
  { size, instances, trouble, waitsFor, isUndecided }: Report,
  context: ReconcileContext,
  clock: Pick<Clock, "now">,
): Promise<Memcached | undefined> {
  const { client, events, key, signal } = context;
  const found = await client.find(Deployment, key, { signal });
  const deployment = found !== undefined && isKeptFor(memcached, found) ? found : undefined;
  const observation = { name: memcached.metadata.name, size, deployment, instances, trouble, waitsFor };
  const status = (isUndecided ? seenStatusOf : statusOf)(memcached, observation, clock);
  const before = findCondition(memcached.status?.conditions, "Degraded");
  const after = findCondition(status.conditions, "Degraded");
  const written = await writeStatus(memcached, status, context);
  const isNews = after?.status === "True" && !(before?.status === "True" && before.reason === after.reason);
  if (written !== undefined && isNews) {
    context.log.warn({ reason: after.reason }, after.message);
    events.warning(memcached, { reason: after.reason, action: "Reconcile", note: after.message });
  }
  return written;
}
