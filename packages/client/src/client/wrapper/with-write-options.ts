import type { Created, Kind, KubeObject, UnnamedObject } from "@kubewright/api";
import type { ApiRequest, ApiResponse } from "../../transport/transport.ts";
import type {
  ApplyOptions,
  Client,
  DeleteAllOptions,
  DeleteOptions,
  Deletion,
  KeyLike,
  Patch,
  StatusWriter,
  Subresource,
  WriteOptions,
} from "../client.ts";
import { isKind } from "../request/is-kind.ts";
import { ForwardingClient } from "./forwarding-client.ts";

/** How the options of writes are changed on their way. */
export interface WriteChange {
  /** Of all that stores something: status and other subresources included. */
  write(options: ApplyOptions): ApplyOptions;
  /** Of deletions. */
  remove(options: DeleteAllOptions): DeleteAllOptions;
  /** Of requests that are given as they are, reads among them. */
  request(request: ApiRequest): ApiRequest;
}

/** `client`, whose writes get other options. Closing it closes `client`. */
export function withWriteOptions(client: Client, change: WriteChange): Client {
  return new WriteOptionsClient(client, change);
}

class WriteOptionsClient extends ForwardingClient {
  override readonly status: StatusWriter;
  readonly #change: WriteChange;

  constructor(client: Client, change: WriteChange) {
    super(client);
    this.#change = change;
    this.status = {
      update: (object, options = {}) => client.status.update(object, change.write(options)),
      patch: (kind, key, patch, options = {}) => client.status.patch(kind, key, patch, change.write(options)),
      apply: (object, options = {}) => client.status.apply(object, change.write(options)),
    };
  }

  override create<T extends KubeObject | UnnamedObject>(object: T, options: WriteOptions = {}): Promise<Created<T>> {
    return super.create(object, this.#change.write(options));
  }

  override update<T extends KubeObject>(object: T, options: WriteOptions = {}): Promise<T> {
    return super.update(object, this.#change.write(options));
  }

  override patch<T extends KubeObject>(
    kind: Kind<T>,
    key: KeyLike,
    patch: Patch<NoInfer<T>>,
    options: ApplyOptions = {},
  ): Promise<T> {
    return super.patch(kind, key, patch, this.#change.write(options));
  }

  override apply<T extends KubeObject>(object: T, options: ApplyOptions = {}): Promise<T> {
    return super.apply(object, this.#change.write(options));
  }

  override delete<T extends KubeObject>(object: T, options?: DeleteOptions): Promise<Deletion<T>>;
  override delete<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options?: DeleteOptions): Promise<Deletion<T>>;
  override delete<T extends KubeObject>(
    subject: T | Kind<T>,
    second: KeyLike | DeleteOptions = {},
    third: DeleteOptions = {},
  ): Promise<Deletion<T>> {
    return isKind(subject)
      ? super.delete(subject, second as KeyLike, this.#change.remove(third))
      : super.delete(subject, this.#change.remove(second as DeleteOptions));
  }

  override deleteAllOf<T extends KubeObject>(kind: Kind<T>, options: DeleteAllOptions = {}): Promise<readonly T[]> {
    return super.deleteAllOf(kind, this.#change.remove(options));
  }

  override subresource(name: string): Subresource {
    const inner = super.subresource(name);
    const change = this.#change;
    return {
      get: (kind, key, options) => inner.get(kind, key, options),
      create: (kind, key, body, options = {}) => inner.create(kind, key, body, change.write(options)),
      update: (kind, key, body, options = {}) => inner.update(kind, key, body, change.write(options)),
      patch: (kind, key, patch, options = {}) => inner.patch(kind, key, patch, change.write(options)),
      apply: (kind, key, body, options = {}) => inner.apply(kind, key, body, change.write(options)),
    };
  }

  override request(request: ApiRequest): Promise<ApiResponse> {
    return super.request(this.#change.request(request));
  }
}
