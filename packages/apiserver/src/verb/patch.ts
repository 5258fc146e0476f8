import { conflictError, notFoundError } from "@kubewright/api";
import type { RequestContext } from "../resource/request-context.ts";
import type { ServerState } from "../resource/server-state.ts";
import type { ApiObject } from "../resource-object.ts";
import { checkName, takeNamespace } from "./identity/object-name.ts";
import { applyPatcher } from "./patch/apply.ts";
import { jsonPatcher } from "./patch/json-operations.ts";
import { mergePatcher } from "./patch/merge.ts";
import { decodePatched } from "./patch/patched-value.ts";
import { strategicPatcher } from "./patch/strategic.ts";
import { type Endpoint, endpointOf } from "./write/endpoint.ts";
import { writeChange } from "./write/write-change.ts";
import type { PatchRequest, WriteResult } from "./write-request.ts";

/** Changes an object or a view of it as a patch says; what is applied is made if it is not there. Throws StatusErrors. */
export async function patchObject(
  state: ServerState,
  request: PatchRequest,
  context: RequestContext,
): Promise<WriteResult> {
  const endpoint = endpointOf(request);
  const { resource, namespace, name, patchType } = request;
  let patch: Patcher | undefined;
  const change = {
    endpoint,
    namespace,
    name,
    uid: "",
    allowsCreate: endpoint.strategy.allowsCreateOnUpdate || (patchType === "apply" && endpoint.view === undefined),
    next(live: ApiObject | undefined): ApiObject {
      // Only what is applied is made: other patches need something to change.
      if (live === undefined && patchType !== "apply") throw notFoundError(endpoint.groupResource, name);
      patch ??= patcherOf(state, endpoint, request, context);
      const object = patch(live);
      const uid = object.metadata.uid ?? "";
      if (live === undefined && uid !== "") {
        const because = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
        throw conflictError(endpoint.groupResource, name, because);
      }
      takeNamespace(object, resource, namespace);
      checkName(object, name);
      return object;
    },
  };
  return writeChange(state, change, context);
}

/** What a patch makes of an object, which is not changed: a new one, with its managedFields. */
type Patcher = (live: ApiObject | undefined) => ApiObject;

function patcherOf(state: ServerState, endpoint: Endpoint, request: PatchRequest, context: RequestContext): Patcher {
  const manager = state.fieldManagers.of(endpoint);
  if (request.patchType === "apply") {
    return applyPatcher(request.body, { endpoint, manager, force: request.force ?? false, context });
  }
  const patch = changePatcherOf(state, endpoint, request, context);
  return (live) => {
    const next = patch(live!);
    return manager.update(live, next, { manager: context.fieldManager, now: context.clock.now() }) as ApiObject;
  };
}

function changePatcherOf(
  state: ServerState,
  endpoint: Endpoint,
  { patchType, body }: PatchRequest,
  context: RequestContext,
): (live: ApiObject) => ApiObject {
  if (patchType === "strategic") return strategicPatcher(endpoint, body, context);
  const patch = patchType === "json" ? jsonPatcher(body, context) : mergePatcher(body, context);
  return (live) => decodePatched(state, endpoint, patch(live), context);
}
