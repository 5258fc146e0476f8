import type { ServerState } from "../../resource/server-state.ts";
import type { ServerResponse } from "../exchange.ts";
import { isProducible, mediaTypes, streamMediaTypes } from "../media/negotiate.ts";
import { noSuchRepresentation } from "../request/generic-error.ts";
import { patchTypeOf } from "../request/patch-type.ts";
import { checkPlace } from "./check-place.ts";
import type { AllowedExchange } from "./exchange-state.ts";
import { serveGet, serveList } from "./read-endpoint.ts";
import type { Route } from "./route.ts";
import {
  serveAction,
  serveCreate,
  serveDelete,
  serveDeleteCollection,
  servePatch,
  serveUpdate,
} from "./write-endpoint.ts";

/** Answers a request for a resource. Throws StatusErrors. */
export async function serveResource(
  state: ServerState,
  route: Route,
  exchange: AllowedExchange,
): Promise<ServerResponse> {
  const { resource, operation } = route;
  if (resource.deprecationWarning !== undefined) exchange.warnings.add(resource.deprecationWarning);
  if (!resource.isCustom) checkRepresentations(route, exchange);
  checkPlace(route);
  switch (operation) {
    case "get":
      return serveGet(state, route, exchange);
    case "list":
    case "watch":
      return serveList(state, route, exchange);
    case "create":
      return serveCreate(state, route, exchange);
    case "update":
      return serveUpdate(state, route, exchange);
    case "patch":
      return servePatch(state, route, exchange);
    case "delete":
      return serveDelete(state, route, exchange);
    case "deletecollection":
      return serveDeleteCollection(state, route, exchange);
    case "act":
      return serveAction(state, route, exchange);
  }
}

/** The router of built-in resources looks at both types before anything else does. */
function checkRepresentations({ operation }: Route, { request }: AllowedExchange): void {
  if (operation === "patch") patchTypeOf(request.headers["content-type"], false);
  if (operation === "act" || isProducible(request.headers.accept)) return;
  const isStream = operation === "list" || operation === "watch";
  throw noSuchRepresentation(isStream ? `${mediaTypes}, ${streamMediaTypes}` : mediaTypes);
}
