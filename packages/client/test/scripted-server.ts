import {
  type ApiRequest,
  type ApiResponse,
  ClientError,
  type ResponseBody,
  responseOf,
  type Transport,
} from "@kubewright/client";
import { onAbort } from "../src/on-abort.ts";

/** What the server is to answer: JSON, text, or a stream that the test writes as it goes. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly stream?: ScriptedStream;
}

export type Script = (request: ApiRequest) => Reply | Promise<Reply>;

/** An API server in memory that answers as the test says and remembers what it was asked. */
export class ScriptedServer implements Transport {
  readonly requests: ApiRequest[] = [];
  isClosed = false;
  readonly #script: Script;

  constructor(script: Script) {
    this.#script = script;
  }

  /** `GET /api/v1/pods` for each request, in order. */
  get lines(): string[] {
    return this.requests.map(({ method, path }) => `${method} ${path}`);
  }

  get last(): ApiRequest {
    return this.requests.at(-1)!;
  }

  async send(request: ApiRequest): Promise<ApiResponse> {
    request.signal?.throwIfAborted();
    if (this.isClosed) throw new ClientError("CLOSED", "the server is closed");
    this.requests.push(request);
    const reply = await this.#script(request);
    const { status = 200, json, text = JSON.stringify(json ?? {}), stream } = reply;
    const type = json === undefined && reply.text !== undefined ? "text/plain" : "application/json";
    const whole = responseOf({ status, headers: { "content-type": type, ...reply.headers }, body: text });
    stream?.bind(request.signal);
    return stream === undefined ? whole : { ...whole, body: stream };
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

/** A `Status` as an API server answers it. */
export function statusReply(code: number, reason: string, message: string, details?: object): Reply {
  return {
    status: code,
    json: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, details, code },
  };
}

type Step = { readonly bytes: Uint8Array } | { readonly error: unknown } | { readonly end: true };

/** A response body that the test fills. */
export class ScriptedStream implements ResponseBody {
  /** How often the reader asked for a chunk. */
  pulls = 0;
  isCancelled = false;
  readonly #steps: Step[] = [];
  #wake: (() => void) | undefined;
  #reader: (() => void) | undefined;

  push(chunk: string | Uint8Array): this {
    return this.#add({ bytes: typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk });
  }

  /** One line of JSON for each event. */
  events(...events: readonly object[]): this {
    return this.push(events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  }

  end(): this {
    return this.#add({ end: true });
  }

  fail(error: unknown): this {
    return this.#add({ error });
  }

  /** Resolves when the reader waits for a chunk that is not there. */
  async starved(): Promise<void> {
    if (this.#wake === undefined) await new Promise<void>((resolve) => (this.#reader = resolve));
  }

  bind(signal: AbortSignal | undefined): void {
    onAbort(signal, (error) => this.#add({ error }));
  }

  async text(): Promise<string> {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of this) text += decoder.decode(chunk, { stream: true });
    return text;
  }

  cancel(): void {
    this.isCancelled = true;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    for (;;) {
      this.pulls++;
      while (this.#steps.length === 0) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
          this.#reader?.();
        });
      }
      const step = this.#steps.shift()!;
      if ("error" in step) throw step.error;
      if ("end" in step) return;
      yield step.bytes;
    }
  }

  #add(step: Step): this {
    this.#steps.push(step);
    this.#wake?.();
    this.#wake = undefined;
    return this;
  }
}

/** What a body rejects with when the connection breaks. */
export function connectionLost(): ClientError {
  return new ClientError("CONNECTION_LOST", "the connection was reset");
}
