import { FieldSelector, isNotFound, Selector } from "@kubewright/api";
import type { RequestContext } from "../resource/request-context.ts";
import type { Resource } from "../resource/resource.ts";
import type { ServerState } from "../resource/server-state.ts";
import type { DeleteOptions } from "../resource/strategy.ts";
import { deleteObject } from "./delete.ts";
import { listObjects, type ObjectPage } from "./read/list-objects.ts";
import { everything, type ListOptions } from "./read/list-options.ts";

/** Which objects to delete. */
export interface DeleteCollectionRequest {
  readonly resource: Resource;
  /** Empty for objects of the cluster, or of all namespaces. */
  readonly namespace: string;
  readonly options: DeleteOptions;
  /** As in the query of a list. */
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly limit?: number | undefined;
  readonly continue?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: ListOptions["resourceVersionMatch"] | undefined;
}

/** Deletes the objects that a list with these options gives, and answers with that list. Stops at the first failure. Throws StatusErrors. */
export async function deleteCollection(
  state: ServerState,
  request: DeleteCollectionRequest,
  context: RequestContext,
): Promise<ObjectPage> {
  const { resource, namespace, options } = request;
  const page = await listObjects(state, { resource, namespace }, listOptionsOf(request), context.signal);
  for (const { metadata } of page.items) {
    context.signal.throwIfAborted();
    const target = { resource, namespace: metadata.namespace ?? "", name: metadata.name, options };
    try {
      await deleteObject(state, target, context);
    } catch (error) {
      // Someone else was faster.
      if (!isNotFound(error)) throw error;
    }
  }
  return page;
}

function listOptionsOf(request: DeleteCollectionRequest): ListOptions {
  return {
    ...everything,
    labelSelector: Selector.parse(request.labelSelector ?? ""),
    fieldSelector: FieldSelector.parse(request.fieldSelector ?? ""),
    limit: request.limit ?? 0,
    continue: request.continue ?? "",
    resourceVersion: request.resourceVersion ?? "",
    resourceVersionMatch: request.resourceVersionMatch ?? "",
  };
}
