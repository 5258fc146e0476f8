import { methodNotSupportedError, type Status } from "@kubewright/api";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ServerState } from "../../resource/server-state.ts";
import type { ApiObject } from "../../resource-object.ts";
import type { ObjectRequest } from "../write-request.ts";
import { bindPod } from "./binding.ts";
import { refuseConnection } from "./connect.ts";
import { created, evictPod } from "./eviction.ts";
import { readPodLog } from "./pod-log.ts";
import { readAction } from "./read-action.ts";
import { requestToken } from "./token.ts";

/** Something to do with an object: `eviction`, `binding`, `token`, `log`, `exec`, `attach`, `portforward`, `proxy`. */
export interface ActionRequest extends ObjectRequest {
  readonly subresource: string;
  /** Of the query. */
  readonly parameters: URLSearchParams;
}

/** What an action answers: an object, or text that grows. */
export type ActionResult =
  | { readonly code: number; readonly object: ApiObject | Status }
  | { readonly code: number; readonly stream: AsyncIterable<Uint8Array | string>; readonly contentType: string };

/** Does what the request says. Throws StatusErrors. */
export async function performAction(
  state: ServerState,
  request: ActionRequest,
  context: RequestContext,
): Promise<ActionResult> {
  const { resource, subresource, name } = request;
  switch (`${resource.resource}/${subresource}`) {
    case "pods/eviction": {
      const eviction = await readAction(state, inVersion1(request), context, { keepsServerFields: false });
      return { code: 201, object: await evictPod(state, eviction, name) };
    }
    case "pods/binding": {
      const binding = await readAction(state, request, context, { keepsServerFields: true });
      await bindPod(state, binding, name);
      return { code: 201, object: created };
    }
    case "serviceaccounts/token": {
      const action = await readAction(state, request, context, { keepsServerFields: true });
      return { code: 201, object: await requestToken(state, action, name) };
    }
    case "pods/log":
      return readPodLog(state, request, context);
    case "pods/exec":
    case "pods/attach":
    case "pods/portforward":
    case "pods/proxy":
    case "services/proxy":
    case "nodes/proxy":
      throw refuseConnection(state, request);
    default:
      throw methodNotSupportedError({ group: resource.group, resource: resource.resource }, subresource);
  }
}

/** An Eviction of the older version is taken too; it has the same fields. */
function inVersion1(request: ActionRequest): ActionRequest {
  const body = request.body as { apiVersion?: unknown } | null;
  if (body?.apiVersion !== "policy/v1beta1") return request;
  return { ...request, body: { ...body, apiVersion: "policy/v1" } };
}
