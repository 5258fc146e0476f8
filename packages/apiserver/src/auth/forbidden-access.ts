import { forbiddenError, type StatusError } from "@kubewright/api";
import { quote } from "@kubewright/api/server";
import type { AccessRequest } from "./authorizer.ts";

/** The 403 StatusError for someone who may not do what was asked for. `reason` is the authorizer's. */
export function forbiddenAccess(request: AccessRequest, reason: string): StatusError {
  const text = escapeMarkup(describe(request));
  const { group = "", resource = "", name = "" } = request;
  return forbiddenError({ group, resource }, name, reason === "" ? text : `${text}: ${reason}`);
}

function describe({
  user,
  verb,
  path,
  group = "",
  resource = "",
  subresource = "",
  namespace = "",
}: AccessRequest): string {
  const who = `User ${quote(user.name)} cannot ${verb}`;
  if (path !== undefined) return `${who} path ${quote(path)}`;
  const what = subresource === "" ? resource : `${resource}/${subresource}`;
  const where = namespace === "" ? "at the cluster scope" : `in the namespace ${quote(namespace)}`;
  return `${who} resource ${quote(what)} in API group ${quote(group)} ${where}`;
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
