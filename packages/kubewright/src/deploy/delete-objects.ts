import {
  controllerOf,
  type DynamicObject,
  defineKind,
  groupVersionKindOf,
  isNotFound,
  type Kind,
} from "@kubewright/api";
import type { Deployment } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { type ApiClient, ClientError, deleted, waitFor } from "@kubewright/client";
import { CommandError } from "../errors.ts";
import { type ObjectOutcome, outcomeOf } from "./apply-objects.ts";
import { deleteOrder, isDefinition, isDeployment } from "./object-order.ts";
import { objectName } from "./target-cluster.ts";

export interface DeleteObjectsOptions {
  readonly isDryRun: boolean;
  /** What is not there is no failure. */
  readonly ignoreNotFound: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onOutcome: (outcome: ObjectOutcome) => void;
}

interface Doomed {
  readonly object: DynamicObject;
  readonly kind: Kind<DynamicObject>;
  readonly key: { readonly name: string; readonly namespace?: string };
}

/**
 * Deletes objects, in the reverse of the order in which they were applied, and resolves when they are gone.
 *
 * Definitions go before the operator does, which has its custom resources finished. Rejects with CommandError when something was not there
 * (unless that is ignored), after the rest was deleted, or does not go in time.
 */
export async function deleteObjects(
  client: ApiClient,
  objects: readonly DynamicObject[],
  options: DeleteObjectsOptions,
): Promise<ObjectOutcome[]> {
  const outcomes: ObjectOutcome[] = [];
  const absent: string[] = [];
  for (const stage of deleteOrder(objects).stages) {
    const going: Doomed[] = [];
    for (const object of stage) {
      const doomed = await deleteOne(client, object, options);
      const outcome = doomed === undefined ? outcomeOf(object, "absent") : outcomeOf(doomed.object, "deleted");
      outcomes.push(outcome);
      if (doomed === undefined) absent.push(objectName(object));
      else going.push(doomed);
      options.onOutcome(outcome);
    }
    if (!options.isDryRun) for (const doomed of going) await waitUntilGone(client, doomed, options);
  }
  if (absent.length > 0 && !options.ignoreNotFound) {
    const rest = absent.length === objects.length ? "" : "All else was deleted. ";
    throw new CommandError(`not found: ${absent.join("\n  ")}\n${rest}With --ignore-not-found this is no failure.`);
  }
  return outcomes;
}

/** Undefined if it is not there. */
async function deleteOne(
  client: ApiClient,
  object: DynamicObject,
  { isDryRun, signal }: DeleteObjectsOptions,
): Promise<Doomed | undefined> {
  const groupVersionKind = groupVersionKindOf(object);
  try {
    const { scope, resource } = await client.discovery.resourceFor(groupVersionKind, { signal });
    const kind = defineKind<DynamicObject>({ ...groupVersionKind, scope, plural: resource });
    const { name, namespace = client.namespace } = object.metadata;
    const key = scope === "Namespaced" ? { name, namespace } : { name };
    await client.delete(kind, key, { dryRun: isDryRun, propagationPolicy: "Background", signal });
    return { object: { ...object, metadata: { ...object.metadata, ...key } }, kind, key };
  } catch (error) {
    const isUnknown = error instanceof ClientError && error.code === "UNKNOWN_KIND";
    if (isNotFound(error) || isUnknown) return undefined;
    throw error;
  }
}

async function waitUntilGone(
  client: ApiClient,
  { object, kind, key }: Doomed,
  { timeoutMs, signal }: DeleteObjectsOptions,
): Promise<void> {
  const pods = isDeployment(object) ? await podsOf(client, object as unknown as Deployment, signal) : [];
  try {
    await waitFor(client, kind, key, deleted, { timeoutMs, signal });
    for (const { metadata } of pods) await waitFor(client, Pod, metadata, deleted, { timeoutMs, signal });
  } catch (error) {
    if (!(error instanceof ClientError) || error.code !== "TIMEOUT") throw error;
    const held = isDefinition(object) ? await heldObjects(client, object, signal) : [];
    throw new CommandError(
      [
        `${objectName(object)} is still there after ${Math.round(timeoutMs / 1000)} s`,
        ...held,
        ...(held.length === 0
          ? [`  ${error.message}`]
          : ["Finalizers are removed by the operator: is it running? Deploy it again, then undeploy."]),
      ].join("\n"),
      { cause: error },
    );
  }
}

/** An operator gives its lease back when it ends: what lets it do so stays until then, and the namespace need not wait for it. */
async function podsOf(client: ApiClient, { metadata, spec }: Deployment, signal: AbortSignal): Promise<readonly Pod[]> {
  const { name, namespace } = metadata;
  const list = await client.list(Pod, { namespace, labelSelector: spec.selector, signal }).catch(() => undefined);
  signal.throwIfAborted();
  // Those of others may have the same labels: what a Deployment makes has its name before its own.
  return (list?.items ?? []).filter((pod) => controllerOf(pod)?.name.startsWith(`${name}-`));
}

/** The custom resources that keep their definition from going, with what holds them. */
async function heldObjects(client: ApiClient, definition: DynamicObject, signal: AbortSignal): Promise<string[]> {
  const { group, names, versions } = definition.spec as {
    group: string;
    names: { kind: string; plural: string };
    versions: { name: string; storage: boolean }[];
  };
  const version = versions.find(({ storage }) => storage)?.name ?? versions[0]!.name;
  const kind = defineKind<DynamicObject>({
    group,
    version,
    kind: names.kind,
    plural: names.plural,
    scope: "Namespaced",
  });
  const list = await client.list(kind, { signal }).catch(() => undefined);
  signal.throwIfAborted();
  return (list?.items ?? []).slice(0, 10).map(({ metadata }) => {
    const { name, namespace, finalizers = [] } = metadata;
    const where = namespace === undefined ? "" : ` in namespace ${namespace}`;
    const why = finalizers.length === 0 ? "is still there" : `waits for its finalizer ${finalizers.join(", ")}`;
    return `  ${names.plural}.${group}/${name}${where} ${why}`;
  });
}
