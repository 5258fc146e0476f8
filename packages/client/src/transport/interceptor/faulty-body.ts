import type { Clock } from "@kubewright/api";
import { ClientError, type ClientErrorCode } from "../../errors.ts";
import { onAbort } from "../../on-abort.ts";
import { pathWithoutQuery } from "../path-without-query.ts";
import type { ApiRequest, ResponseBody } from "../transport.ts";

/** A body that breaks off (`drop`), or goes silent until it is given up (`stall`), after so many bytes. */
export class FaultyBody implements ResponseBody {
  readonly #body: ResponseBody;
  readonly #end: "drop" | "stall";
  readonly #afterBytes: number;
  readonly #request: ApiRequest;
  readonly #clock: Clock;
  #release: (() => void) | undefined;

  constructor(
    body: ResponseBody,
    options: {
      readonly end: "drop" | "stall";
      readonly afterBytes: number;
      readonly request: ApiRequest;
      readonly clock: Clock;
    },
  ) {
    this.#body = body;
    this.#end = options.end;
    this.#afterBytes = options.afterBytes;
    this.#request = options.request;
    this.#clock = options.clock;
  }

  async text(): Promise<string> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    let left = this.#afterBytes;
    for await (const chunk of this.#body) {
      if (chunk.length <= left) {
        left -= chunk.length;
        yield chunk;
        continue;
      }
      if (left > 0) yield chunk.subarray(0, left);
      if (this.#end === "stall") await this.#silence();
      throw this.#error("CONNECTION_LOST", "is cut off");
    }
  }

  cancel(): void {
    this.#body.cancel();
    this.#release?.();
  }

  /** Lasts until `cancel`, the request's abort, or, unless it is a stream, its deadline. */
  async #silence(): Promise<void> {
    const { signal, timeoutMs, isStream } = this.#request;
    const ends: (() => void)[] = [];
    try {
      await new Promise<void>((resolve, reject) => {
        this.#release = resolve;
        ends.push(onAbort(signal, reject));
        if (isStream === true || timeoutMs === undefined) return;
        const deadline = this.#clock.schedule(timeoutMs, () => reject(this.#error("TIMEOUT", "goes silent")));
        ends.push(() => deadline.cancel());
      });
    } finally {
      for (const end of ends) end();
    }
  }

  #error(code: ClientErrorCode, what: string): ClientError {
    const { method, path } = this.#request;
    return new ClientError(
      code,
      `${method} ${pathWithoutQuery(path)}: injected fault: the answer ${what} after ${this.#afterBytes} bytes`,
    );
  }
}
