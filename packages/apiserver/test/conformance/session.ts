import { parseJson, stringifyJson } from "@kubewright/api";
import type { Wire, WireResponse } from "./wire.ts";

/** What a step sends, beside method and path. */
export interface StepOptions {
  /** An object is sent as JSON, a text or bytes as they are. */
  readonly body?: unknown;
  /** @default application/json, when there is a body */
  readonly contentType?: string;
  /** @default application/json */
  readonly accept?: string;
  /** Someone else, by impersonation. */
  readonly as?: string;
  readonly groups?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WatchStepOptions extends StepOptions {
  /** After how many events to stop reading; the stream may end earlier. */
  readonly events: number;
  /** Done once the headers are there. */
  readonly during?: () => Promise<unknown>;
}

/** What came back: as it is for the script's use, to be normalised for comparison. */
export interface Answer {
  readonly step: string;
  readonly request: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The JSON value, or the text of what is none. */
  // biome-ignore lint/suspicious/noExplicitAny: scripts look into answers of any shape.
  readonly body?: any;
  /** Of a watch, in order. */
  // biome-ignore lint/suspicious/noExplicitAny: scripts look into answers of any shape.
  readonly events?: readonly any[];
}

/** Headers that clients look at. */
const comparedHeaders = [
  "content-type",
  "warning",
  "retry-after",
  "cache-control",
  "www-authenticate",
  "allow",
  "content-encoding",
  "location",
];

/** One script's conversation with one server, recorded. */
export class Session {
  /** Everything that was asked and answered, in order. */
  readonly answers: Answer[] = [];
  /** Prefixes of names that the server completes. */
  readonly generatedPrefixes: string[] = [];
  /** A namespace that only this script uses. */
  readonly namespace: string;
  readonly #wire: Wire;

  constructor(wire: Wire, namespace: string) {
    this.#wire = wire;
    this.namespace = namespace;
  }

  /** The path of a collection of the core group in the script's namespace: `core("pods")`, `core("pods", "a", "status")`. */
  core(...parts: string[]): string {
    return ["/api/v1/namespaces", this.namespace, ...parts].join("/");
  }

  /** The path of a collection of another group in the script's namespace: `group("apps/v1", "deployments", "a")`. */
  group(groupVersion: string, ...parts: string[]): string {
    return [`/apis/${groupVersion}/namespaces`, this.namespace, ...parts].join("/");
  }

  /** Names that begin like this end in something random. */
  expectGenerated(prefix: string): void {
    this.generatedPrefixes.push(prefix);
  }

  /** Sends a request and records the answer under the step's name. */
  async send(step: string, method: string, target: string, options: StepOptions = {}): Promise<Answer> {
    const response = await this.#exchange(method, target, options);
    const text = await textOf(response);
    const answer = {
      ...this.#answer(step, method, target, response),
      body: isProtobuf(response) ? "<protobuf>" : jsonOrText(text),
    };
    this.answers.push(answer);
    return answer;
  }

  /** Sends a request whose answer is not compared. Rejects unless it succeeds. */
  // biome-ignore lint/suspicious/noExplicitAny: scripts look into answers of any shape.
  async prepare(method: string, target: string, options: StepOptions = {}): Promise<any> {
    const response = await this.#exchange(method, target, options);
    const text = await textOf(response);
    if (response.status >= 300) throw new Error(`${method} ${target} to prepare: ${response.status} ${text}`);
    return jsonOrText(text);
  }

  /** Opens a watch and records its events until there are enough, or it ends. */
  async watch(step: string, target: string, options: WatchStepOptions): Promise<Answer> {
    const response = await this.#exchange("GET", target, options);
    const answer = this.#answer(step, "GET", target, response);
    if (response.status !== 200) {
      const failed = { ...answer, body: jsonOrText(await textOf(response)) };
      this.answers.push(failed);
      return failed;
    }
    const events: unknown[] = [];
    const reading = (async () => {
      for await (const line of linesOf(response)) {
        events.push(jsonOrText(line));
        if (events.length >= options.events) break;
      }
    })();
    await options.during?.();
    await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, 8_000).unref())]);
    const watched = { ...answer, events };
    this.answers.push(watched);
    return watched;
  }

  #exchange(method: string, target: string, options: StepOptions): Promise<WireResponse> {
    const { body, contentType, accept = "application/json", as, groups, headers } = options;
    const bytes = body === undefined ? undefined : bytesOf(body);
    return this.#wire.send({
      method,
      target,
      headers: {
        accept,
        "user-agent": "conformance/1.0",
        ...(bytes !== undefined && {
          "content-type": contentType ?? "application/json",
          "content-length": String(bytes.length),
        }),
        ...(as !== undefined && { "impersonate-user": as }),
        ...(groups?.[0] !== undefined && { "impersonate-group": groups[0] }),
        ...headers,
      },
      body: bytes,
    });
  }

  #answer(step: string, method: string, target: string, { status, headers }: WireResponse): Answer {
    const seen = comparedHeaders.flatMap((name) => {
      const values = headers.get(name);
      return values === undefined ? [] : [[name, values.length === 1 ? values[0]! : values] as const];
    });
    return { step, request: `${method} ${target}`, status, headers: Object.fromEntries(seen) };
  }
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === "string" ? body : stringifyJson(body));
}

async function textOf({ body }: WireResponse): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

async function* linesOf({ body }: WireResponse): AsyncIterable<string> {
  let rest = "";
  for await (const piece of body) {
    const lines = (rest + Buffer.from(piece).toString("utf8")).split("\n");
    rest = lines.pop()!;
    yield* lines.filter((line) => line !== "");
  }
}

function isProtobuf({ headers }: WireResponse): boolean {
  return headers.get("content-type")?.[0]?.includes("protobuf") === true;
}

function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
