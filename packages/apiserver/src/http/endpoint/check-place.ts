import { badRequestError, internalError, validatePathSegmentName } from "@kubewright/api";
import { plainFailure, quote } from "@kubewright/api/server";
import type { Route } from "./route.ts";

/** Throws the StatusError for a path whose name or namespace cannot be that of anything. */
export function checkPlace(route: Route): void {
  const { operation } = route;
  const isOfMany = operation === "list" || operation === "watch" || operation === "create";
  if (!isOfMany) checkName(route.name);
  if (!route.resource.isNamespaced) return;
  if (route.namespace === "" && !isOfMany) throw badRequestError("Namespace parameter required.");
  if (route.namespace === "." || route.namespace === "..") throw escapingError(route);
}

function checkName(name: string): void {
  const problems = name === "" ? [] : validatePathSegmentName(name);
  if (problems.length > 0) throw badRequestError(`Name parameter invalid: ${quote(name)}: ${problems.join(";")}`);
}

/** For a namespace that would lead out of where the reference keeps objects: what it finds out last, in other words for new ones. */
function escapingError({ operation, resource, namespace, name }: Route): Error {
  if (operation === "create" || (operation === "act" && name !== "")) {
    return internalError(
      `invalid resource name ${quote(namespace)}: [${validatePathSegmentName(namespace).join(" ")}]`,
    );
  }
  const kept = resource.isCustom ? `${resource.group}/${resource.resource}` : resource.resource;
  return plainFailure(`invalid key: ${quote(`/${kept}/${namespace}${name === "" ? "" : `/${name}`}`)}`);
}
