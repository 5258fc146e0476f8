import { badRequestError } from "@kubewright/api";
import type { ServerState } from "../../resource/server-state.ts";
import { getObject } from "../../verb/read/get-object.ts";
import { listObjects } from "../../verb/read/list-objects.ts";
import { parseListOptions } from "../../verb/read/list-options.ts";
import { booleanParameter } from "../../verb/read/query-value.ts";
import { watchObjects } from "../../verb/read/watch-objects.ts";
import { writeList } from "../answer/write-list.ts";
import { writeObject } from "../answer/write-object.ts";
import { checkStreamable, writeWatch } from "../answer/write-watch.ts";
import type { ServerResponse } from "../exchange.ts";
import { type MediaChoice, negotiate, notAcceptableError } from "../media/negotiate.ts";
import type { AllowedExchange } from "./exchange-state.ts";
import type { Route } from "./route.ts";
import { styleOf } from "./style.ts";

/** Answers a request for one object. */
export async function serveGet(state: ServerState, route: Route, exchange: AllowedExchange): Promise<ServerResponse> {
  const { query, request } = exchange;
  const choice = chooseMedia(exchange);
  if (booleanParameter(query, "export") === true) {
    throw badRequestError("the export parameter, deprecated since v1.14, is no longer supported");
  }
  const { resource, namespace, name, subresource } = route;
  const target = { resource, namespace, name, subresource: subresource?.name };
  const options = { resourceVersion: query.get("resourceVersion") ?? "", signal: request.signal };
  const object = await getObject(state, target, options);
  return writeObject(exchange, 200, object, choice, styleOf(state, route));
}

/** Answers a request for objects: a list of them, or what happens to them. */
export async function serveList(state: ServerState, route: Route, exchange: AllowedExchange): Promise<ServerResponse> {
  const { query, request, info } = exchange;
  const choice = chooseMedia(exchange);
  const { resource, namespace } = route;
  const options = parseListOptions(query, resource, { name: info.name, isWatch: route.operation === "watch" });
  if (!options.isWatch) {
    const page = await listObjects(state, route, options, request.signal);
    return writeList(exchange, page, choice, styleOf(state, route));
  }
  checkStreamable(exchange, choice);
  const events = watchObjects(state, { resource, namespace }, options, request.signal);
  const { now: _now, ...style } = styleOf(state, route);
  return writeWatch(exchange, events, choice, { ...style, now: () => state.clock.now() });
}

/** How to answer. Throws the 406 StatusError. */
export function chooseMedia({ request }: AllowedExchange): MediaChoice {
  const choice = negotiate(request.headers.accept, "objects");
  if (choice === undefined) throw notAcceptableError();
  return choice;
}
