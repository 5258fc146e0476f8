import { type Clock, formatTime, isBeingDeleted, isConflict, isNotFound, parseTime } from "@kubewright/api";
import { Namespace } from "@kubewright/api/core/v1";
import { type Client, retryOnConflict } from "@kubewright/client";
import {
  enqueueMapped,
  exponentialBackOff,
  maxOf,
  on,
  type ReconcileContext,
  Result,
  tokenBucket,
  where,
} from "@kubewright/runtime";
import type { ClusterController } from "../cluster-controller.ts";
import { conditionsAfter } from "./namespace-conditions.ts";
import { type ContentDeletion, deleteContent } from "./namespace-content.ts";

export interface NamespaceControllerOptions {
  /**
   * How long to wait after each change of a namespace that is being deleted: for API servers, where there are several, to notice that
   * nothing may be created in it any more. @default 5_000
   */
  readonly settleMs?: number;
  /** How long it waits at most before it looks again whether what is left is gone. @default half as long as that may take */
  readonly maxWaitMs?: number;
}

const name = "namespace-controller";
const finalizer = "kubernetes";

/** Deletes the content of namespaces that are deleted, then lets them go. */
export const namespaceController: ClusterController = createNamespaceController();

/** As `namespaceController`, with other times. */
export function createNamespaceController(options: NamespaceControllerOptions = {}): ClusterController {
  const { settleMs = 5_000, maxWaitMs = Number.POSITIVE_INFINITY } = options;
  return {
    name,
    addTo({ manager, clock }) {
      manager
        .controller(name, {
          maxConcurrentReconciles: 10,
          rateLimiter: maxOf(exponentialBackOff({ maxMs: 60_000 }), tokenBucket({ perSecond: 10, burst: 100 })),
        })
        .watches(
          Namespace,
          enqueueMapped(({ metadata }) => [{ name: metadata.name, afterMs: settleMs }]),
          { predicates: [where(isBeingDeleted), on({ deleted: false })] },
        )
        .reconcile((context) => reconcile(context, clock, maxWaitMs));
    },
  };
}

async function reconcile(
  { key, client: { live: client }, log, signal }: ReconcileContext,
  clock: Clock,
  maxWaitMs: number,
): Promise<Result> {
  try {
    const namespace = await markTerminating(client, key.name, signal);
    if (namespace === undefined || (namespace.spec?.finalizers ?? []).length === 0) return Result.done();
    const deletedMs = parseTime(namespace.metadata.deletionTimestamp ?? "");
    const deletion = await deleteContent({ client, namespace: key.name, deletedMs, clock, signal });
    try {
      await writeConditions(client, namespace, deletion, clock, signal);
    } catch (error) {
      if (!isConflict(error)) throw error;
      log.info({ reason: error }, "someone else wrote the namespace first: its conditions are written next time");
    }
    const { errors, estimateSeconds } = deletion;
    if (errors.length > 0) throw new Error(errors.length === 1 ? errors[0] : `[${errors.join(", ")}]`);
    if (estimateSeconds > 0)
      return Result.requeueAfter(Math.min((Math.floor(estimateSeconds / 2) + 1) * 1_000, maxWaitMs));
    await letGo(client, key.name, signal);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  return Result.done();
}

/** The namespace, if it is being deleted, with a status that says so. */
async function markTerminating(client: Client, name: string, signal: AbortSignal): Promise<Namespace | undefined> {
  return await retryOnConflict(
    async () => {
      const namespace = await client.find(Namespace, name, { signal });
      if (namespace === undefined || !isBeingDeleted(namespace)) return undefined;
      if (namespace.status?.phase === "Terminating") return namespace;
      const terminating: Namespace = { ...namespace, status: { ...namespace.status, phase: "Terminating" } };
      return await client.status.update(terminating, { signal });
    },
    { signal },
  );
}

async function writeConditions(
  client: Client,
  namespace: Namespace,
  { findings }: ContentDeletion,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const conditions = conditionsAfter(namespace.status?.conditions, findings, formatTime(clock.now()));
  if (conditions === undefined) return;
  await client.status.update({ ...namespace, status: { ...namespace.status, conditions } }, { signal });
}

/** Takes our finalizer out of the specification; without any, the namespace is gone. */
async function letGo(client: Client, name: string, signal: AbortSignal): Promise<void> {
  await retryOnConflict(
    async () => {
      const namespace = await client.get(Namespace, name, { signal });
      const finalizers = (namespace.spec?.finalizers ?? []).filter((other) => other !== finalizer).sort();
      const body = { ...namespace, spec: { ...namespace.spec, finalizers } };
      await client.subresource("finalize").update(Namespace, name, body, { signal });
    },
    { signal },
  );
}
