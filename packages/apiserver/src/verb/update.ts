import type { RequestContext } from "../resource/request-context.ts";
import type { ServerState } from "../resource/server-state.ts";
import type { ApiObject } from "../resource-object.ts";
import { decodeObject } from "./body/decode-object.ts";
import { checkName, takeNamespace } from "./identity/object-name.ts";
import { removeDuplicateOwners } from "./identity/owner-references.ts";
import { endpointOf } from "./write/endpoint.ts";
import { writeChange } from "./write/write-change.ts";
import type { ObjectRequest, WriteResult } from "./write-request.ts";

/** Replaces an object or a view of it; makes it where its kind allows that. Throws StatusErrors. */
export async function updateObject(
  state: ServerState,
  request: ObjectRequest,
  context: RequestContext,
): Promise<WriteResult> {
  const endpoint = endpointOf(request);
  const { resource, namespace, name } = request;
  const read = (): ApiObject => {
    const object = decodeObject(state, endpoint, request.body, context);
    takeNamespace(object, resource, namespace);
    checkName(object, name);
    removeDuplicateOwners(object, context, false);
    return object;
  };
  // Read before anything is looked for: what is unreadable is refused also where there is nothing.
  let sent: ApiObject | undefined = read();
  const manager = state.fieldManagers.of(endpoint);
  const change = {
    endpoint,
    namespace,
    name,
    uid: sent.metadata.uid ?? "",
    allowsCreate: endpoint.strategy.allowsCreateOnUpdate,
    next(live: ApiObject | undefined): ApiObject {
      const object = sent ?? read();
      sent = undefined;
      return manager.update(live, object, { manager: context.fieldManager, now: context.clock.now() }) as ApiObject;
    },
  };
  return writeChange(state, change, context);
}
