import { internalError, notFoundError } from "@kubewright/api";
import type { ServerState } from "../../resource/server-state.ts";
import type { ApiObject } from "../../resource-object.ts";
import { validateAdmission } from "../write/admit.ts";
import type { AdmittedAction } from "./read-action.ts";

/** Answers a TokenRequest for a service account. `name` is the account's. Throws StatusErrors. */
export async function requestToken(state: ServerState, action: AdmittedAction, name: string): Promise<ApiObject> {
  const { object, namespace, resource: accounts, context } = action;
  const stored = state.store.get(accounts.collection, namespace, name);
  if (stored === undefined) throw notFoundError(accounts, name);
  await validateAdmission(state, action);
  if (state.actions.issueToken === undefined) throw internalError("this server issues no tokens");
  return state.actions.issueToken(accounts.fromStored(stored.object), object, context);
}
