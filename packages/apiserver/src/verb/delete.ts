import { cloneJson, formatTime, jsonEqual, notFoundError, type Status } from "@kubewright/api";
import type { AdmissionRequest } from "../resource/admission-plugin.ts";
import { writableMeta } from "../resource/object-meta/writable-meta.ts";
import type { RequestContext } from "../resource/request-context.ts";
import type { Resource } from "../resource/resource.ts";
import type { ServerState } from "../resource/server-state.ts";
import type { ApiObject } from "../resource-object.ts";
import type { StoredObject } from "../storage/object-store.ts";
import { garbageFinalizers, namespaceFinalizers } from "./delete/garbage-finalizers.ts";
import { beginGrace, markAsDeleting } from "./delete/grace.ts";
import { checkOwnPreconditions, checkPreconditions } from "./delete/preconditions.ts";
import { admissionNamespace, admit, validateAdmission } from "./write/admit.ts";
import type { DeleteRequest, WriteResult } from "./write-request.ts";

/** A deletion, and whether plugins are asked. */
export interface Deletion extends DeleteRequest {
  /** @default true */
  readonly isAdmitted?: boolean | undefined;
}

/** Deletes an object, or begins to. Throws StatusErrors. */
export async function deleteObject(
  state: ServerState,
  request: Deletion,
  context: RequestContext,
): Promise<WriteResult> {
  const { resource, namespace, name } = request;
  warnOfOrphans(request, context);
  for (;;) {
    const stored = state.store.get(resource.collection, namespace, name);
    if (stored === undefined) {
      throw notFoundError({ group: resource.group, resource: resource.resource }, name);
    }
    const old = resource.fromStored(stored.object);
    const result = await deleteOnce(state, request, stored, old, context);
    if (result !== undefined) return result;
    context.signal.throwIfAborted();
  }
}

/** Undefined when someone else wrote in the meantime. */
async function deleteOnce(
  state: ServerState,
  request: Deletion,
  stored: StoredObject,
  old: ApiObject,
  context: RequestContext,
): Promise<WriteResult | undefined> {
  const { resource, options } = request;
  const { strategy } = resource;
  const now = context.clock.now();
  const unfinished = (object: ApiObject | Status): WriteResult => ({
    object,
    code: options.orphanDependents === false ? 202 : 200,
  });

  if (strategy.beginDeletion !== undefined) {
    checkOwnPreconditions(resource, old, options);
    if (old.metadata.deletionTimestamp === undefined) {
      await askPlugins(state, request, old, context);
      if (!isLast(state, resource, stored)) return undefined;
      const object = cloneJson(old);
      writableMeta(object).deletionTimestamp = formatTime(now);
      if (isNamespace(resource)) takeFinalizers(object, namespaceFinalizers(object.metadata.finalizers ?? [], options));
      strategy.beginDeletion(object, options, context);
      return unfinished(write(state, resource, object, stored, context));
    }
    if (strategy.mayGo?.(old) === false) return unfinished(old);
  }

  checkPreconditions(resource, old, options);
  const object = cloneJson(old);
  const grace = beginGrace(object, options, strategy, now);
  if (grace === "pending") return unfinished(answerOf(resource, old));
  await askPlugins(state, request, old, context);
  if (!isLast(state, resource, stored)) return undefined;
  takeFinalizers(object, garbageFinalizers(object.metadata.finalizers ?? [], options, strategy.defaultPropagation));
  const isHeld = (object.metadata.finalizers?.length ?? 0) > 0;
  if (grace === "none") {
    if (!isHeld) return { object: remove(state, resource, stored, context), code: 200 };
    markAsDeleting(object, now);
    return unfinished(write(state, resource, object, stored, context));
  }
  const marked = write(state, resource, object, stored, context);
  if (isHeld || grace > 0) return unfinished(marked);
  if (context.isDryRun) return { object: marked, code: 200 };
  const last = state.store.get(resource.collection, stored.namespace, stored.name)!;
  return { object: remove(state, resource, last, context), code: 200 };
}

async function askPlugins(
  state: ServerState,
  { resource, namespace, name, options, isAdmitted = true }: Deletion,
  old: ApiObject,
  context: RequestContext,
): Promise<void> {
  if (!isAdmitted) return;
  const admission: AdmissionRequest = {
    operation: "DELETE",
    resource,
    subresource: "",
    namespace: admissionNamespace(resource, namespace, name),
    name,
    old,
    deleteOptions: options,
    context,
  };
  await admit(state, admission);
  await validateAdmission(state, admission);
}

/** False when someone else wrote in the meantime. To be asked in the same turn as what depends on it. */
function isLast(
  { store }: ServerState,
  { collection }: Resource,
  { namespace, name, revision }: StoredObject,
): boolean {
  return store.get(collection, namespace, name)?.revision === revision;
}

function isNamespace({ group, resource }: Resource): boolean {
  return group === "" && resource === "namespaces";
}

function takeFinalizers(object: ApiObject, finalizers: readonly string[]): void {
  if (finalizers.length === 0) delete object.metadata.finalizers;
  else object.metadata.finalizers = [...finalizers];
}

/** Writes the mark, and gives the object as it is shown. Nothing is written when it is there already. */
function write(
  state: ServerState,
  resource: Resource,
  object: ApiObject,
  stored: StoredObject,
  context: RequestContext,
): ApiObject {
  if (context.isDryRun) return object;
  const next = resource.toStored(object);
  if (jsonEqual(next, stored.object)) return object;
  const written = resource.fromStored(state.store.update(resource.collection, next, stored.revision)!.object);
  resource.strategy.afterWrite?.(written, resource.fromStored(stored.object));
  return written;
}

function remove(
  state: ServerState,
  resource: Resource,
  stored: StoredObject,
  context: RequestContext,
): ApiObject | Status {
  if (context.isDryRun) return answerOf(resource, resource.fromStored(stored.object));
  const { namespace, name, revision } = stored;
  const gone = resource.fromStored(state.store.delete(resource.collection, namespace, name, revision)!.object);
  resource.strategy.afterDelete?.(gone);
  return answerOf(resource, gone);
}

/** What the client of a deletion gets to see: the object, or only which one it was. */
function answerOf({ group, resource, strategy }: Resource, object: ApiObject): ApiObject | Status {
  if (strategy.returnsDeletedObject) return object;
  const { name, uid } = object.metadata;
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: { name, ...(group !== "" && { group }), kind: resource, ...(uid !== undefined && { uid }) },
  };
}

/** Most clients do not mean what deleting a job does without options. */
function warnOfOrphans({ resource, options }: Deletion, context: RequestContext): void {
  if (resource.group !== "batch" || resource.kind !== "Job" || resource.strategy.defaultPropagation !== "Orphan")
    return;
  if (options.propagationPolicy !== undefined || options.orphanDependents !== undefined) return;
  context.warn(
    "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning",
  );
}
