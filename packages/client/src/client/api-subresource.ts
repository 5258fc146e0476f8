import type { Kind, KubeObject } from "@kubewright/api";
import type { ApplyOptions, GetOptions, KeyLike, Patch, StatusWriter, Subresource, WriteOptions } from "./client.ts";
import { getQuery } from "./request/request-query.ts";
import type { ResourceExchange } from "./request/resource-exchange.ts";
import { kindOfWritten } from "./request/written-object.ts";

/** One subresource, over an exchange. */
export class ApiSubresource implements Subresource {
  readonly #exchange: ResourceExchange;
  readonly #name: string;

  constructor(exchange: ResourceExchange, name: string) {
    this.#exchange = exchange;
    this.#name = name;
  }

  async get<S extends KubeObject = KubeObject>(kind: Kind, key: KeyLike, options: GetOptions = {}): Promise<S> {
    const place = await this.#exchange.object(kind, key, options, this.#name);
    return await this.#exchange.send<S>("GET", place, { query: getQuery(options) });
  }

  async create<S extends object>(kind: Kind, key: KeyLike, body: S, options: WriteOptions = {}): Promise<S> {
    const place = await this.#exchange.object(kind, key, options, this.#name);
    return await this.#exchange.write<S>("POST", place, body, options);
  }

  async update<S extends object>(kind: Kind, key: KeyLike, body: S, options: WriteOptions = {}): Promise<S> {
    const place = await this.#exchange.object(kind, key, options, this.#name);
    return await this.#exchange.write<S>("PUT", place, body, options);
  }

  async patch<S extends object = KubeObject>(
    kind: Kind,
    key: KeyLike,
    patch: Patch,
    options: ApplyOptions = {},
  ): Promise<S> {
    const place = await this.#exchange.object(kind, key, options, this.#name);
    return await this.#exchange.patch<S>(place, patch, options);
  }

  async apply<S extends object>(kind: Kind, key: KeyLike, body: S, options: ApplyOptions = {}): Promise<S> {
    return await this.patch<S>(kind, key, { apply: body }, options);
  }
}

/** The `status` subresource, over an exchange. */
export class ApiStatusWriter implements StatusWriter {
  readonly #exchange: ResourceExchange;

  constructor(exchange: ResourceExchange) {
    this.#exchange = exchange;
  }

  async update<T extends KubeObject>(object: T, options: WriteOptions = {}): Promise<T> {
    const kind = kindOfWritten(object, "update the status of");
    const place = await this.#exchange.object(kind, object.metadata, options, "status");
    return await this.#exchange.write<T>("PUT", place, object, options);
  }

  async patch<T extends KubeObject>(kind: Kind<T>, key: KeyLike, patch: Patch, options: ApplyOptions = {}): Promise<T> {
    const place = await this.#exchange.object(kind, key, options, "status");
    return await this.#exchange.patch<T>(place, patch, options);
  }

  async apply<T extends KubeObject>(object: T, options: ApplyOptions = {}): Promise<T> {
    const kind = kindOfWritten(object, "apply the status of");
    const place = await this.#exchange.object(kind, object.metadata, options, "status");
    return await this.#exchange.patch<T>(place, { apply: object }, options);
  }
}
