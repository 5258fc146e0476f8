import { finalizerWarnings } from "../../resource/object-meta/validate-finalizer-names.ts";
import { writableMeta } from "../../resource/object-meta/writable-meta.ts";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ApiObject } from "../../resource-object.ts";
import { takeNamespace } from "../identity/object-name.ts";
import type { Endpoint } from "./endpoint.ts";
import { causesOnUpdate, invalidObjectError } from "./metadata-causes.ts";

/** Makes of an object what is stored in place of `old`, in place. Throws the 422 StatusError for one that breaks rules. */
export function prepareChange(
  endpoint: Endpoint,
  object: ApiObject,
  old: ApiObject,
  namespace: string,
  context: RequestContext,
): void {
  const { strategy, resource } = endpoint;
  takeNamespace(object, resource, namespace);
  keepGeneration(object, old);
  strategy.prepareForUpdate(object, old, context);
  keepServerFields(object, old);
  const causes = causesOnUpdate(endpoint, object, old, () => strategy.validateUpdate(object, old, context));
  if (causes.length > 0) throw invalidObjectError(object, causes);
  for (const text of strategy.warningsOnUpdate?.(object, old) ?? []) context.warn(text);
  if (resource.isCustom) {
    for (const text of finalizerWarnings(object.metadata.finalizers, old.metadata.finalizers)) context.warn(text);
  }
  strategy.canonicalize?.(object);
}

function keepGeneration(object: ApiObject, old: ApiObject): void {
  const metadata = writableMeta(object);
  if (old.metadata.generation === undefined) delete metadata.generation;
  else metadata.generation = old.metadata.generation;
}

/** Clients may leave out what the server set. Of these, they cannot change the times at all. */
function keepServerFields(object: ApiObject, old: ApiObject): void {
  const metadata = writableMeta(object);
  const { uid, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds } = old.metadata;
  if ((metadata.uid ?? "") === "" && uid !== undefined) metadata.uid = uid;
  if (creationTimestamp !== undefined) metadata.creationTimestamp = creationTimestamp;
  if (deletionTimestamp !== undefined) metadata.deletionTimestamp = deletionTimestamp;
  if (deletionGracePeriodSeconds !== undefined) metadata.deletionGracePeriodSeconds ??= deletionGracePeriodSeconds;
}
