import {
  badRequestError,
  conflictError,
  formatTime,
  internalError,
  invalidError,
  notFoundError,
  parseApiVersion,
} from "@kubewright/api";
import { invalidField, quote } from "@kubewright/api/server";
import { writableMeta } from "../../resource/object-meta/writable-meta.ts";
import type { ServerState } from "../../resource/server-state.ts";
import type { ApiObject } from "../../resource-object.ts";
import { validateAdmission } from "../write/admit.ts";
import type { AdmittedAction } from "./read-action.ts";

const kind = { group: "authentication.k8s.io", kind: "TokenRequest" };

/** Answers a TokenRequest for a service account. `name` is the account's. Throws StatusErrors. */
export async function requestToken(state: ServerState, action: AdmittedAction, name: string): Promise<ApiObject> {
  const { object: request, namespace, resource: accounts, context } = action;
  const metadata = writableMeta(request);
  if ((metadata.name ?? "") !== "" && metadata.name !== name) {
    const detail = "must match the service account name if specified";
    throw invalidError(kind, name, [invalidField("metadata.name", metadata.name, detail)]);
  }
  const stored = state.store.get(accounts.collection, namespace, name);
  if (stored === undefined) throw notFoundError(accounts, name);
  const account = accounts.fromStored(stored.object);
  const uid = metadata.uid ?? "";
  if (uid !== "" && uid !== account.metadata.uid) {
    const because = `the UID in the token request (${uid}) does not match the UID of the service account (${account.metadata.uid})`;
    throw conflictError({ group: kind.group, resource: kind.kind }, name, because);
  }
  metadata.name = name;
  metadata.namespace = namespace;
  metadata.uid = account.metadata.uid!;
  metadata.creationTimestamp = formatTime(context.clock.now());
  await validateAdmission(state, action);
  if (state.actions.issueToken === undefined) throw internalError("this server issues no tokens");
  return state.actions.issueToken(account, request, context, boundObjectOf(state, request, account));
}

interface BoundReference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
}

const boundResources: Readonly<Record<string, string>> = { Pod: "pods", Node: "nodes", Secret: "secrets" };

function boundObjectOf(state: ServerState, request: ApiObject, account: ApiObject): ApiObject | undefined {
  const reference = (request.spec as { boundObjectRef?: BoundReference } | undefined)?.boundObjectRef;
  if (reference === undefined) return undefined;
  const { apiVersion = "", kind = "", name = "", uid = "" } = reference;
  const { group, version } =
    apiVersion.split("/").length > 2 ? { group: "", version: "" } : parseApiVersion(apiVersion);
  const plural = group === "" ? boundResources[kind] : undefined;
  const resource = plural && state.catalog.find("", "v1", plural);
  if (!resource) throw badRequestError(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`);
  const namespace = resource.isNamespaced ? account.metadata.namespace! : "";
  const stored = state.store.get(resource.collection, namespace, name);
  if (stored === undefined) throw notFoundError(resource, name);
  const object = resource.fromStored(stored.object);
  if (kind === "Pod" && (object.spec as { serviceAccountName?: string }).serviceAccountName !== account.metadata.name) {
    throw badRequestError(
      `cannot bind token for serviceaccount ${quote(account.metadata.name)} to pod running with different serviceaccount name.`,
    );
  }
  if (uid !== "" && uid !== object.metadata.uid) {
    const because = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
    throw conflictError({ group, resource: kind }, name, because);
  }
  return object;
}
