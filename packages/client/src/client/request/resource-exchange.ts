import {
  type Clock,
  formatApiVersion,
  type GroupVersionKind,
  hasCause,
  isNotFound,
  type Kind,
  type KubeObject,
  type ObjectList,
  type Scope,
  StatusError,
  stringifyJson,
} from "@kubewright/api";
import type { CallOptions } from "../../call-options.ts";
import { Deadline } from "../../deadline.ts";
import type { Discovery } from "../../discovery/discovery.ts";
import { ClientError } from "../../errors.ts";
import { decode } from "../../transport/decode.ts";
import type { ApiRequest, ApiResponse, Method, Transport } from "../../transport/transport.ts";
import type { ApplyOptions, KeyLike, Patch, WriteOptions } from "../client.ts";
import { patchRequest } from "./patch-request.ts";
import { acceptList, acceptObject, asListOf, asObjectOf } from "./projection.ts";
import { type Query, queryString, writeQuery } from "./request-query.ts";
import { collectionPath, namespaceFor, objectPath, type ResourceLocation, readKey } from "./resource-path.ts";

export interface ResourceExchangeOptions {
  readonly transport: Transport;
  readonly namespace: string;
  readonly fieldManager: string | undefined;
  readonly discovery: Discovery;
  readonly clock: Clock;
  readonly refusal: string | undefined;
}

/** A kind, or what an object says of its kind. */
export interface KindReference extends GroupVersionKind {
  readonly plural?: string;
  readonly scope?: Scope;
}

/** A path, what is to be found there, and until when the call about it may last. */
export interface Place {
  readonly path: string;
  readonly kind: KindReference;
  readonly subresource?: string | undefined;
  readonly deadline: Deadline;
  readonly beforeSend?: (() => void) | undefined;
}

/** What is sent besides method and path. */
export interface Call {
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const noContent = 204;
const json = "application/json";

/** Turns calls about kinds and keys into requests, and answers into objects. */
export class ResourceExchange {
  readonly #transport: Transport;
  readonly #namespace: string;
  readonly #fieldManager: string | undefined;
  readonly #discovery: Discovery;
  readonly #clock: Clock;
  readonly #refusal: string | undefined;

  constructor(options: ResourceExchangeOptions) {
    this.#transport = options.transport;
    this.#namespace = options.namespace;
    this.#fieldManager = options.fieldManager;
    this.#discovery = options.discovery;
    this.#clock = options.clock;
    this.#refusal = options.refusal;
  }

  /** Where the objects of a kind are; asks discovery only when the kind does not say it. */
  locate(kind: KindReference, options: CallOptions): ResourceLocation | Promise<ResourceLocation> {
    options.signal?.throwIfAborted();
    requireKind(kind);
    if (!saysWhere(kind)) return this.#discover(kind, options);
    return { group: kind.group, version: kind.version, kind: kind.kind, resource: kind.plural, scope: kind.scope };
  }

  /** All objects of a kind: in one namespace, or in all of them. */
  async collection(kind: KindReference, namespace: string | undefined, options: CallOptions): Promise<Place> {
    return await this.#collection(kind, namespace, undefined, options);
  }

  /** All objects of a kind that are in `namespace`, or in the client's: where new ones are sent. */
  async home(kind: KindReference, namespace: string | undefined, options: CallOptions): Promise<Place> {
    return await this.#collection(kind, namespace, this.#namespace, options);
  }

  /** One object, or a subresource of it. */
  async object(kind: KindReference, key: KeyLike, options: CallOptions, subresource?: string): Promise<Place> {
    const deadline = new Deadline(this.#clock, options);
    const { namespace, name } = readKey(key);
    const located = this.locate(kind, deadline.left());
    const location = located instanceof Promise ? await located : located;
    const where = namespaceFor(location, namespace, this.#namespace);
    const path = objectPath(location, where === undefined ? { name } : { namespace: where, name }, subresource);
    return { path, kind, subresource, deadline, beforeSend: options.beforeSend };
  }

  async read<T extends KubeObject>(kind: Kind<T>, place: Place, query: Query): Promise<T> {
    const headers = { accept: acceptObject(kind) };
    return asObjectOf(kind, await this.send<T>("GET", place, { query, headers }));
  }

  async readList<T extends KubeObject>(kind: Kind<T>, place: Place, query: Query): Promise<ObjectList<T>> {
    const headers = { accept: acceptList(kind) };
    return asListOf(kind, await this.send<ObjectList<T>>("GET", place, { query, headers }));
  }

  async write<T>(method: Method, place: Place, body: unknown, options: WriteOptions): Promise<T> {
    const query = writeQuery(options, this.#fieldManager);
    return await this.send<T>(method, place, { query, body });
  }

  async patch<T>(place: Place, patch: Patch, options: ApplyOptions): Promise<T> {
    const { type, contentType, body } = patchRequest(patch);
    const { force } = options;
    const query = { ...writeQuery(options, this.#fieldManager), force: force === true ? force : undefined };
    if (type === "apply" && !(options.fieldManager ?? this.#fieldManager)) throw noFieldManager();
    if (type !== "apply" && force === true) {
      throw new ClientError("INVALID_ARGUMENT", `force is for apply; a ${type} patch overwrites anyway`);
    }
    return await this.send<T>("PATCH", place, {
      query,
      body: type === "apply" ? named(place, body) : body,
      headers: { "content-type": contentType },
    });
  }

  /** The answer as JSON. Throws StatusError when the server refuses. */
  async send<T>(method: Method, place: Place, call: Call): Promise<T> {
    const request = requestOf(method, place, call);
    let value: unknown;
    let response: ApiResponse | undefined;
    try {
      response = await this.#transport.send(request);
      if (response.status === noContent) return {} as T;
      value = await decode(request, response);
    } catch (error) {
      throw response === undefined ? withCaller(error) : await this.#refused(place, error);
    }
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as T;
    throw new ClientError(
      "UNEXPECTED_RESPONSE",
      `${method} ${place.path}: the answer is JSON, but no object: is this an API server?`,
    );
  }

  /** An answer to be read as it comes, of JSON or of anything. Throws StatusError when the server refuses. */
  async open(place: Place, content: "json" | "any", call: Call): Promise<ApiResponse> {
    const request = { ...requestOf("GET", place, call), isStream: true };
    let response: ApiResponse | undefined;
    try {
      response = await this.#transport.send(request);
      const isAccepted = response.status >= 200 && response.status <= 299 && (content === "any" || isJson(response));
      if (!isAccepted) await decode(request, response);
      return response;
    } catch (error) {
      throw response === undefined ? withCaller(error) : await this.#refused(place, error);
    }
  }

  async #discover(kind: KindReference, options: CallOptions): Promise<ResourceLocation> {
    try {
      return await this.#discovery.resourceFor(kind, options);
    } catch (error) {
      throw this.#explained(error);
    }
  }

  async #collection(
    kind: KindReference,
    namespace: string | undefined,
    fallback: string | undefined,
    options: CallOptions,
  ): Promise<Place> {
    const deadline = new Deadline(this.#clock, options);
    const located = this.locate(kind, deadline.left());
    const location = located instanceof Promise ? await located : located;
    const path = collectionPath(location, namespaceFor(location, namespace, fallback));
    return { path, kind, deadline, beforeSend: options.beforeSend };
  }

  /** The error for an answer that could not be decoded with `error`. */
  async #refused(place: Place, error: unknown): Promise<unknown> {
    if (!isNotFound(error)) return this.#explained(error);
    // For a missing object, servers send a Status; for a path that they do not serve, they do not.
    if (hasCause(error, "UnexpectedServerResponse")) {
      if (!saysWhere(place.kind)) this.#discovery.invalidate();
      return notServed(place, error);
    }
    // For a missing subresource of a custom resource, they say that the object is missing.
    if (place.subresource !== undefined && (await this.#lacksSubresource(place))) return notServed(place, error);
    return error;
  }

  /** A 401 says nothing of who was refused by whom. */
  #explained(error: unknown): unknown {
    if (this.#refusal === undefined || !(error instanceof StatusError) || error.code !== 401) return error;
    const { status, request, message } = error;
    return new StatusError(status, {
      message: `${message}: ${this.#refusal}`,
      ...(request !== undefined && { request }),
    });
  }

  async #lacksSubresource({ kind, subresource = "", deadline }: Place): Promise<boolean> {
    try {
      const { subresources } = await this.#discovery.resourceFor(kind, deadline.left());
      return !subresources.includes(subresource);
    } catch {
      // The server's refusal is the better error.
      return false;
    }
  }
}

function requireKind(kind: unknown): void {
  if (typeof kind === "object" && kind !== null && typeof (kind as KindReference).kind === "string") return;
  throw new ClientError(
    "INVALID_ARGUMENT",
    `${kind === null ? "null" : JSON.stringify(kind)} is no kind: import one, as Deployment from @kubewright/api/apps/v1, or make one with defineKind`,
  );
}

/** Whether discovery need not be asked. */
function saysWhere(kind: KindReference): kind is Required<KindReference> {
  return kind.plural !== undefined && kind.scope !== undefined;
}

function isJson(response: ApiResponse): boolean {
  const type = response.headers.get("content-type")?.[0];
  return type === undefined || type.startsWith("application/json");
}

function requestOf(method: Method, place: Place, { query = {}, headers, body }: Call): ApiRequest {
  const { signal, timeoutMs } = place.deadline.left();
  const { beforeSend } = place;
  const request: { -readonly [Key in keyof ApiRequest]: ApiRequest[Key] } = {
    method,
    path: place.path + queryString(query),
    headers: body === undefined ? { accept: json, ...headers } : { accept: json, "content-type": json, ...headers },
  };
  if (body !== undefined) request.body = stringifyJson(body);
  if (signal !== undefined) request.signal = signal;
  if (timeoutMs !== Number.POSITIVE_INFINITY) request.timeoutMs = timeoutMs;
  if (beforeSend !== undefined) request.beforeSend = beforeSend;
  return request;
}

/** Made in a socket's callback, an error has a stack that ends there; the user wants to see who called. */
function withCaller(error: unknown): unknown {
  if (error instanceof ClientError) Error.captureStackTrace(error, withCaller);
  return error;
}

function notServed({ path, kind, subresource }: Place, cause: unknown): ClientError {
  const what = `${formatApiVersion(kind)} ${kind.kind}`;
  const problem =
    subresource === undefined
      ? `the server does not serve ${what}, in any case not at ${path}: is its CustomResourceDefinition installed?`
      : `the server does not serve the subresource ${subresource} of ${what} at ${path}: ` +
        "for a custom resource, its CustomResourceDefinition must name it under subresources";
  return new ClientError("UNKNOWN_KIND", problem, { cause });
}

/** What is applied must say what it is; for a subresource with a kind of its own, only the caller knows. */
function named({ kind, subresource }: Place, body: unknown): unknown {
  if (subresource !== undefined && subresource !== "status") return body;
  return { apiVersion: formatApiVersion(kind), kind: kind.kind, ...(body as object) };
}

function noFieldManager(): ClientError {
  return new ClientError(
    "INVALID_ARGUMENT",
    "server-side apply needs a field manager, the name of who applies: " +
      'give fieldManager to the call or to the client, or use withFieldManager(client, "my-operator")',
  );
}
