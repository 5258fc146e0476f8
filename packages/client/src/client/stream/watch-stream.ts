import { type Clock, type Kind, type KubeObject, parseJson, type Status, StatusError } from "@kubewright/api";
import { ClientError } from "../../errors.ts";
import type { ApiResponse } from "../../transport/transport.ts";
import { asObjectOf } from "../request/projection.ts";
import type { WatchEvent } from "../watch.ts";
import { LineStream } from "./line-stream.ts";

export interface WatchStreamOptions<T extends KubeObject> {
  readonly kind: Kind<T>;
  readonly open: (signal: AbortSignal) => Promise<ApiResponse>;
  readonly signal: AbortSignal | undefined;
  readonly closed: AbortSignal;
  readonly clock: Clock;
  readonly idleTimeoutMs: number;
}

/** A watch event as a line of the response has it. */
interface WireEvent {
  readonly type: string;
  readonly object: KubeObject;
}

const initialEventsEnd = "k8s.io/initial-events-end";

/** The events of one watch connection; see `LineStream` for when it opens, waits and closes. */
export class WatchStream<T extends KubeObject> implements AsyncIterableIterator<WatchEvent<T>, undefined> {
  readonly #kind: Kind<T>;
  readonly #lines: LineStream<unknown>;

  constructor({ kind, open, signal, closed, clock, idleTimeoutMs }: WatchStreamOptions<T>) {
    this.#kind = kind;
    const error = () =>
      new ClientError(
        "WATCH_STALLED",
        `the watch of ${kind.kind} got nothing for ${idleTimeoutMs} ms, longer than a server is silent: the connection is dead`,
      );
    this.#lines = new LineStream<unknown>({
      open,
      signal,
      closed,
      skipsBlank: true,
      valuesOf: (body) => body.values?.(),
      idle: { clock, timeoutMs: idleTimeoutMs, error },
    });
  }

  async next(): Promise<IteratorResult<WatchEvent<T>, undefined>> {
    const line = await this.#lines.next();
    if (line.done) return line;
    try {
      return { done: false, value: this.#decode(line.value) };
    } catch (error) {
      await this.#lines.return();
      throw error;
    }
  }

  async return(): Promise<IteratorResult<WatchEvent<T>, undefined>> {
    await this.#lines.return();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #decode(line: unknown): WatchEvent<T> {
    const { type, object } = this.#parse(line);
    switch (type) {
      case "ADDED":
      case "MODIFIED":
      case "DELETED":
        return { type, object: asObjectOf(this.#kind, object as T) };
      case "BOOKMARK": {
        const { resourceVersion = "", annotations } = object.metadata ?? {};
        return { type, resourceVersion, isInitialEventsEnd: annotations?.[initialEventsEnd] === "true" };
      }
      case "ERROR":
        throw new StatusError(object as unknown as Status);
      default:
        throw this.#unexpected(`an event of the unknown type ${JSON.stringify(type)}`);
    }
  }

  #parse(line: unknown): WireEvent {
    let event: Partial<WireEvent> | null | undefined;
    try {
      event = (typeof line === "string" ? parseJson(line) : line) as Partial<WireEvent> | null | undefined;
    } catch (cause) {
      if (this.#lines.isCutOff && String(line).startsWith("{")) throw this.#cutOff(cause);
      throw this.#unexpected("an event that is not JSON", cause);
    }
    const { type, object } = event ?? {};
    if (typeof type !== "string" || typeof object !== "object" || object === null) {
      throw this.#unexpected("JSON that is no watch event: it has no type and object");
    }
    return { type, object };
  }

  #cutOff(cause: unknown): ClientError {
    const message = `the watch of ${this.#kind.kind} ended in the middle of an event: the connection broke`;
    return new ClientError("CONNECTION_LOST", message, { cause });
  }

  #unexpected(got: string, cause?: unknown): ClientError {
    return new ClientError(
      "UNEXPECTED_RESPONSE",
      `the watch of ${this.#kind.kind} got ${got}: is there something between here and the API server that changes answers?`,
      cause === undefined ? undefined : { cause },
    );
  }
}
