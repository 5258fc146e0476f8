import { badRequestError, type GroupVersionKind } from "@kubewright/api";
import { utf8Text } from "../../codec/text/utf8-text.ts";
import type { TypeGraph } from "../../codec/type-graph.ts";
import type { ServerState } from "../../resource/server-state.ts";
import { performAction } from "../../verb/action/perform-action.ts";
import { createObject } from "../../verb/create.ts";
import { deleteObject } from "../../verb/delete.ts";
import { deleteCollection } from "../../verb/delete-collection.ts";
import { patchObject } from "../../verb/patch.ts";
import { parseListOptions } from "../../verb/read/list-options.ts";
import { booleanParameter } from "../../verb/read/query-value.ts";
import { updateObject } from "../../verb/update.ts";
import { checkWriteOptions, type WriteOptions } from "../../verb/write-options.ts";
import type { WriteResult, WriteTarget } from "../../verb/write-request.ts";
import { writeList } from "../answer/write-list.ts";
import { writeObject } from "../answer/write-object.ts";
import type { ServerResponse } from "../exchange.ts";
import { bodyFormatOf } from "../media/content-type.ts";
import { type DeleteOrder, deleteOrderOf } from "../request/delete-options.ts";
import { objectOfBody, optionsOfBody } from "../request/object-body.ts";
import { patchTypeOf } from "../request/patch-type.ts";
import { readBody } from "../request/read-body.ts";
import { type AllowedExchange, requestContextOf } from "./exchange-state.ts";
import { chooseMedia } from "./read-endpoint.ts";
import type { Route } from "./route.ts";
import { styleOf } from "./style.ts";

// Each checks in the order in which the reference does, which decides what a request is told that is wrong in more than one way.

/** Makes an object. */
export async function serveCreate(
  state: ServerState,
  route: Route,
  exchange: AllowedExchange,
): Promise<ServerResponse> {
  const choice = chooseMedia(exchange);
  const { request, query } = exchange;
  const format = bodyFormatOf(request.headers["content-type"]);
  const bytes = await readBody(request);
  const options = writeOptionsOf(query);
  checkWriteOptions("CreateOptions", options);
  const body = objectOfBody(bytes, format, kindOf(route), state.graph);
  const context = requestContextOf(state, exchange, options);
  const result = await createObject(state, { ...targetOf(route), body }, context);
  return writeObject(exchange, result.code, result.object, choice, styleOf(state, route));
}

/** Replaces an object. */
export async function serveUpdate(
  state: ServerState,
  route: Route,
  exchange: AllowedExchange,
): Promise<ServerResponse> {
  requireName(route);
  const choice = chooseMedia(exchange);
  const { request, query } = exchange;
  const bytes = await readBody(request);
  const options = writeOptionsOf(query);
  checkWriteOptions("UpdateOptions", options);
  const format = bodyFormatOf(request.headers["content-type"]);
  const body = objectOfBody(bytes, format, kindOf(route), state.graph);
  const context = requestContextOf(state, exchange, options);
  const result = await updateObject(state, { ...targetOf(route), body }, context);
  return writeObject(exchange, result.code, result.object, choice, styleOf(state, route));
}

/** Changes an object. */
export async function servePatch(state: ServerState, route: Route, exchange: AllowedExchange): Promise<ServerResponse> {
  const { request, query } = exchange;
  const patchType = patchTypeOf(request.headers["content-type"], route.resource.isCustom);
  requireName(route);
  const choice = chooseMedia(exchange);
  const bytes = await readBody(request);
  const options = writeOptionsOf(query);
  checkWriteOptions("PatchOptions", options, patchType);
  const context = requestContextOf(state, exchange, options);
  const patch = { ...targetOf(route), patchType, body: utf8Text(bytes), force: options.force };
  const result = await patchObject(state, patch, context);
  return writeObject(exchange, result.code, result.object, choice, styleOf(state, route));
}

/** Deletes an object. */
export async function serveDelete(
  state: ServerState,
  route: Route,
  exchange: AllowedExchange,
): Promise<ServerResponse> {
  requireName(route);
  const choice = chooseMedia(exchange);
  const order = await readDeleteOrder(exchange, state.graph);
  const context = requestContextOf(state, exchange, { ...noOptions, dryRun: order.dryRun });
  const result: WriteResult = await deleteObject(state, { ...targetOf(route), options: order.options }, context);
  return writeObject(exchange, result.code, result.object, choice, styleOf(state, route));
}

/** Deletes the objects that a list would give. */
export async function serveDeleteCollection(
  state: ServerState,
  route: Route,
  exchange: AllowedExchange,
): Promise<ServerResponse> {
  const choice = chooseMedia(exchange);
  const { resource, namespace } = route;
  const list = parseListOptions(exchange.query, resource);
  const order = await readDeleteOrder(exchange, state.graph);
  const context = requestContextOf(state, exchange, { ...noOptions, dryRun: order.dryRun });
  const { labelSelector, fieldSelector, ...page } = list;
  const request = {
    ...page,
    resource,
    namespace,
    options: order.options,
    labelSelector: labelSelector.toString(),
    fieldSelector: fieldSelector.toString(),
  };
  const result = await deleteCollection(state, request, context);
  return writeList(exchange, result, choice, styleOf(state, route));
}

/** Does something with an object: evicts it, binds it, reads its log. */
export async function serveAction(
  state: ServerState,
  route: Route,
  exchange: AllowedExchange,
): Promise<ServerResponse> {
  const choice = chooseMedia(exchange);
  const { request, query } = exchange;
  const { subresource } = route;
  const takesObject = subresource?.type === "action" && subresource.codec !== undefined && request.method !== "GET";
  const options = writeOptionsOf(query);
  let body: unknown;
  if (takesObject) {
    const format = bodyFormatOf(request.headers["content-type"]);
    const bytes = await readBody(request);
    checkWriteOptions("CreateOptions", options);
    body = objectOfBody(bytes, format, kindOf(route), state.graph);
  }
  const target = { ...targetOf(route), subresource: subresource?.name ?? "", body, parameters: query };
  const result = await performAction(state, target, requestContextOf(state, exchange, options));
  if (!("stream" in result)) return writeObject(exchange, result.code, result.object, choice, styleOf(state, route));
  return { status: result.code, headers: { "content-type": result.contentType }, body: result.stream };
}

const noOptions = { dryRun: [], fieldManager: "", fieldValidation: "" };

function targetOf({ resource, namespace, name, subresource }: Route): WriteTarget {
  return { resource, namespace, name, subresource: subresource?.name };
}

function kindOf({ resource, subresource }: Route): GroupVersionKind {
  return subresource?.kind ?? resource;
}

/** Only paths of custom resources can lead here without one. */
function requireName({ name }: Route): void {
  if (name === "") throw badRequestError("name must be provided");
}

function writeOptionsOf(query: URLSearchParams): WriteOptions {
  return {
    dryRun: query.getAll("dryRun"),
    fieldManager: query.get("fieldManager") ?? "",
    fieldValidation: query.get("fieldValidation") ?? "",
    force: booleanParameter(query, "force"),
  };
}

async function readDeleteOrder({ request, query }: AllowedExchange, graph: TypeGraph): Promise<DeleteOrder> {
  const bytes = await readBody(request);
  if (bytes.length === 0) return deleteOrderOf(undefined, query, graph);
  const format = bodyFormatOf(request.headers["content-type"]);
  return deleteOrderOf(optionsOfBody(bytes, format, graph), query, graph);
}
