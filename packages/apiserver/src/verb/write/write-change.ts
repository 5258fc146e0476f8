import { cloneJson, conflictError, invalidError, jsonEqual, notFoundError } from "@kubewright/api";
import { invalidField, keepTimestamps } from "@kubewright/api/server";
import { forbiddenAccess } from "../../auth/forbidden-access.ts";
import type { AdmissionRequest } from "../../resource/admission-plugin.ts";
import { writableMeta } from "../../resource/object-meta/writable-meta.ts";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ResourceCatalog } from "../../resource/resource-catalog.ts";
import type { ServerState } from "../../resource/server-state.ts";
import type { ApiObject } from "../../resource-object.ts";
import type { StoredObject } from "../../storage/object-store.ts";
import { removeDuplicateOwners } from "../identity/owner-references.ts";
import { resourceVersionOf } from "../identity/resource-version.ts";
import { checkUid } from "../identity/uid-precondition.ts";
import type { WriteResult } from "../write-request.ts";
import { admissionNamespace, admit, validateAdmission } from "./admit.ts";
import { fillServerFields, prepareNew } from "./before-create.ts";
import { prepareChange } from "./before-update.ts";
import { checkSize } from "./check-size.ts";
import type { Endpoint } from "./endpoint.ts";
import { insertObject } from "./insert-object.ts";
import { showOwners, writeBackOwners } from "./replicas-owners.ts";

/** A change of one object, or of a view of it. */
export interface Change {
  readonly endpoint: Endpoint;
  readonly namespace: string;
  readonly name: string;
  /** The object must be this one; empty: whichever it is. */
  readonly uid: string;
  /** Whether the object is made if it is not there. */
  readonly allowsCreate: boolean;
  /** Whether plugins are asked. @default true */
  readonly isAdmitted?: boolean | undefined;
  /**
   * What is to be there instead of `live`, which is undefined for an object that is not there, and must not be changed.
   *
   * A new object at each call: when someone else wrote in the meantime, it is asked again.
   */
  next(live: ApiObject | undefined): ApiObject;
}

/** Writes a change over whatever is stored at the moment of the write. Throws StatusErrors. */
export async function writeChange(state: ServerState, change: Change, context: RequestContext): Promise<WriteResult> {
  const { endpoint, namespace, name } = change;
  const { resource, groupResource } = endpoint;
  for (;;) {
    const stored = state.store.get(resource.collection, namespace, name);
    if (stored === undefined && !change.allowsCreate) throw notFoundError(groupResource, name);
    const old = stored && resource.fromStored(stored.object);
    if (change.uid !== "") checkUid(endpoint, namespace, name, change.uid, old, context.isDryRun);
    const result =
      stored === undefined || old === undefined
        ? await makeMissing(state, change, context)
        : await replace(state, change, stored, old, context);
    if (result !== undefined) return result;
    context.signal.throwIfAborted();
  }
}

/** Undefined when someone else made it in the meantime. */
async function makeMissing(
  state: ServerState,
  change: Change,
  context: RequestContext,
): Promise<WriteResult | undefined> {
  const { endpoint, namespace, name } = change;
  const object = change.next(undefined);
  const admission = admissionOf("CREATE", change, object, undefined, context);
  if (change.isAdmitted ?? true) await admit(state, admission);
  removeDuplicateOwners(object, context, true);
  fillServerFields(object, context);
  prepareNew(endpoint, object, namespace, context);
  authorizeCreate(state, endpoint, namespace, name, context);
  await validateAdmission(state, admission);
  if (state.store.get(endpoint.resource.collection, namespace, name) !== undefined) return undefined;
  delete object.metadata.resourceVersion;
  return { object: insertObject(state, endpoint, object, context), code: 201 };
}

/** Undefined when someone else wrote in the meantime. */
async function replace(
  state: ServerState,
  change: Change,
  stored: StoredObject,
  old: ApiObject,
  context: RequestContext,
): Promise<WriteResult | undefined> {
  const { endpoint, namespace, name, isAdmitted = true } = change;
  const { resource, strategy, view } = endpoint;
  const show = (object: ApiObject): ApiObject => view?.show?.(object) ?? object;
  const live = showOwners(state.catalog, endpoint, view?.base?.(old) ?? show(old), old);
  const sent = change.next(live);
  if (isAdmitted) await admit(state, admissionOf("UPDATE", change, sent, live, context));
  removeDuplicateOwners(sent, context, true);
  const object = writeBack(state.catalog, endpoint, sent, old, context);
  takeVersion(endpoint, object, old, name);
  prepareChange(endpoint, object, old, namespace, context);
  const final = keepTimestamps(old, object) as ApiObject;
  if (isAdmitted) await validateAdmission(state, admissionOf("UPDATE", change, show(final), live, context));

  if (state.store.get(resource.collection, namespace, name)?.revision !== stored.revision) return undefined;
  if (mayGo(endpoint, final, old)) {
    if (!context.isDryRun) {
      const gone = state.store.delete(resource.collection, namespace, name, stored.revision)!;
      resource.strategy.afterDelete?.(resource.fromStored(gone.object));
    }
    return { object: show(final), code: 200 };
  }
  strategy.beginWrite?.(final, old, context);
  if (context.isDryRun) return { object: show(final), code: 200 };
  const next = resource.toStored(final);
  if (jsonEqual(next, stored.object)) return { object: show(old), code: 200 };
  checkSize(resource, next);
  const written = resource.fromStored(state.store.update(resource.collection, next, stored.revision)!.object);
  strategy.afterWrite?.(written, old);
  return { object: show(written), code: 200 };
}

function admissionOf(
  operation: "CREATE" | "UPDATE",
  { endpoint, namespace, name }: Change,
  object: ApiObject,
  old: ApiObject | undefined,
  context: RequestContext,
): AdmissionRequest {
  const { resource, subresource } = endpoint;
  return {
    operation,
    resource,
    subresource,
    namespace: admissionNamespace(resource, namespace, name),
    name,
    object,
    ...(old && { old }),
    context,
  };
}

/** The object with the view that was sent in it. */
function writeBack(
  catalog: ResourceCatalog,
  endpoint: Endpoint,
  sent: ApiObject,
  old: ApiObject,
  context: RequestContext,
): ApiObject {
  const { view, gvk } = endpoint;
  if (view?.writeBack === undefined) return sent;
  const causes = view.validateView?.(sent) ?? [];
  if (causes.length > 0) throw invalidError(gvk, sent.metadata.name, causes);
  // What comes back may share parts with what it is given, and will be changed.
  const object = view.writeBack(cloneJson(old), sent, context);
  const version = sent.metadata.resourceVersion ?? "";
  object.metadata.resourceVersion = version === "" ? old.metadata.resourceVersion! : version;
  writeBackOwners(catalog, endpoint, object, sent, old);
  return object;
}

/** Makes the object one of the stored version, in place. Throws Conflict when it says that it is of another. */
function takeVersion({ strategy, groupResource }: Endpoint, object: ApiObject, old: ApiObject, name: string): void {
  const version = resourceVersionOf(object);
  if (version === 0n) {
    if (!strategy.allowsUnconditionalUpdate) {
      // The reference names the resource where the kind belongs.
      const kind = { group: groupResource.group, kind: groupResource.resource };
      const cause = invalidField("metadata.resourceVersion", 0, "must be specified for an update");
      throw invalidError(kind, name, [cause]);
    }
  } else if (version !== resourceVersionOf(old)) {
    throw conflictError(groupResource, name);
  }
  writableMeta(object).resourceVersion = old.metadata.resourceVersion!;
}

/** Whether this change is the one after which an object that is being deleted goes. */
function mayGo({ resource }: Endpoint, object: ApiObject, old: ApiObject): boolean {
  if ((object.metadata.finalizers?.length ?? 0) > 0) return false;
  if (old.metadata.deletionTimestamp === undefined || (old.metadata.deletionGracePeriodSeconds ?? 0) !== 0)
    return false;
  return resource.strategy.mayGo?.(object) ?? true;
}

function authorizeCreate(
  state: ServerState,
  { resource, subresource }: Endpoint,
  namespace: string,
  name: string,
  context: RequestContext,
): void {
  const { group, version } = resource;
  const access = {
    user: context.user,
    verb: "create",
    group,
    version,
    resource: resource.resource,
    subresource,
    namespace,
    name,
  };
  const decision = state.authorizer.authorize(access);
  if (!decision.isAllowed) throw forbiddenAccess(access, decision.reason);
}
