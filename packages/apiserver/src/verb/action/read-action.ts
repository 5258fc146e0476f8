import { formatApiVersion, methodNotSupportedError } from "@kubewright/api";
import type { AdmissionRequest } from "../../resource/admission-plugin.ts";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ActionSubresource } from "../../resource/resource.ts";
import type { ServerState } from "../../resource/server-state.ts";
import type { ApiObject } from "../../resource-object.ts";
import { decodeObject } from "../body/decode-object.ts";
import { takeNamespace } from "../identity/object-name.ts";
import { removeDuplicateOwners } from "../identity/owner-references.ts";
import { admit } from "../write/admit.ts";
import { wipeServerFields } from "../write/before-create.ts";
import type { Endpoint } from "../write/endpoint.ts";
import type { ActionRequest } from "./perform-action.ts";

/** What was sent to an action, after the plugins have changed it. */
export type AdmittedAction = AdmissionRequest & { readonly object: ApiObject };

/**
 * Reads what was sent to an action, and lets the plugins change it.
 *
 * `keepsServerFields`: uid and version say which object is meant. Throws StatusErrors.
 */
export async function readAction(
  state: ServerState,
  request: ActionRequest,
  context: RequestContext,
  { keepsServerFields }: { readonly keepsServerFields: boolean },
): Promise<AdmittedAction> {
  const { resource, namespace, name, subresource } = request;
  const endpoint = actionEndpoint(request);
  const sent = decodeObject(state, endpoint, request.body, context);
  if (!keepsServerFields) wipeServerFields(sent);
  takeNamespace(sent, resource, namespace);
  removeDuplicateOwners(sent, context, false);
  const options = { manager: context.fieldManager, now: context.clock.now() };
  const object = state.fieldManagers.of(endpoint).update(undefined, sent, options) as ApiObject;
  const admission: AdmittedAction = { operation: "CREATE", resource, subresource, namespace, name, object, context };
  await admit(state, admission);
  removeDuplicateOwners(object, context, true);
  return admission;
}

function actionEndpoint({ resource, subresource }: ActionRequest): Endpoint {
  const action = resource.subresources.get(subresource) as ActionSubresource;
  const groupResource = { group: resource.group, resource: resource.resource };
  if (action.codec === undefined) throw methodNotSupportedError(groupResource, "create");
  return {
    resource,
    view: undefined,
    subresource,
    gvk: action.kind,
    apiVersion: formatApiVersion(action.kind),
    kind: action.kind.kind,
    type: action.valueType ?? resource.type,
    codec: action.codec,
    strategy: resource.strategy,
    resetFields: [],
    groupResource,
  };
}
