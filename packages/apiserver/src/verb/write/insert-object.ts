import { alreadyExistsError, generateNameConflictError, StatusError } from "@kubewright/api";
import { plainFailure } from "@kubewright/api/server";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ServerState } from "../../resource/server-state.ts";
import type { ApiObject } from "../../resource-object.ts";
import { resourceVersionOf } from "../identity/resource-version.ts";
import { checkSize } from "./check-size.ts";
import type { Endpoint } from "./endpoint.ts";

/** Writes a new object that is ready, in one turn, and gives it as it is shown. Throws AlreadyExists. */
export function insertObject(
  state: ServerState,
  endpoint: Endpoint,
  object: ApiObject,
  context: RequestContext,
): ApiObject {
  const { resource, strategy, groupResource } = endpoint;
  const { name, namespace = "", generateName = "" } = object.metadata;
  if (!context.isDryRun && resourceVersionOf(object, () => 0n) !== 0n) {
    throw plainFailure("resourceVersion should not be set on objects to be created");
  }
  const existing = state.store.get(resource.collection, namespace, name);
  if (existing !== undefined) {
    const error =
      generateName === "" ? alreadyExistsError(groupResource, name) : generateNameConflictError(groupResource, name, 1);
    throw existing.object.metadata.deletionTimestamp === undefined ? error : terminating(error);
  }
  strategy.beginWrite?.(object, undefined, context);
  if (context.isDryRun) return object;
  delete object.metadata.resourceVersion;
  const next = resource.toStored(object);
  checkSize(resource, next);
  const stored = state.store.create(resource.collection, next)!;
  const shown = resource.fromStored(stored.object);
  strategy.afterWrite?.(shown, undefined);
  return shown;
}

function terminating(error: StatusError): StatusError {
  return new StatusError({ ...error.status, message: `object is being deleted: ${error.status.message}` });
}
