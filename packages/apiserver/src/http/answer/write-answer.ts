import { pipeline, Readable } from "node:stream";
import { createGzip, gzip } from "node:zlib";
import type { ServerResponse } from "../exchange.ts";
import { isPrettyWanted } from "../media/is-pretty.ts";
import type { MediaChoice } from "../media/negotiate.ts";
import type { AnswerContext } from "./answer-context.ts";
import { indentJson } from "./form/json-text.ts";
import type { ListText } from "./form/list-text.ts";
import { yamlTextOf } from "./form/yaml-text.ts";

/** Answers longer than this are compressed for clients that can read that. */
const gzipThreshold = 128 * 1024;

/** What compressed answers of clients that read them have besides. */
const gzipHeaders = { "content-encoding": "gzip", vary: "Accept-Encoding" };

/** An answer whose text is written only for who reads text. */
export interface AnsweredValue {
  text(): string | ListText;
  /** What parsing the text would give: nobody else has any part of it. */
  value(): unknown;
  /** The text, compressed with gzip, if it has more than so many characters. Absent: that is done with the text. */
  gzip?(threshold: number): AsyncIterable<Uint8Array> | undefined;
}

/** The answer that consists of a JSON text, in the form that the client chose. Long lists are compressed while they are sent. */
export async function writeAnswer(
  { request, query }: AnswerContext,
  status: number,
  answer: string | ListText | AnsweredValue,
  choice: MediaChoice,
  headers: Readonly<Record<string, string>> = {},
): Promise<ServerResponse> {
  const type = choice.format === "json" ? "application/json" : "application/yaml";
  const isPretty = choice.isPretty || isPrettyWanted(query, request.headers["user-agent"]);
  const common = { ...headers, "content-type": type };
  const isGzipAccepted = acceptsGzip(request.headers["accept-encoding"]);
  if (isValue(answer) && !isGzipAccepted && choice.format === "json" && !isPretty) {
    const text = (): string => inFormat(answer.text(), "json", false);
    return { status, headers: common, body: { text, value: () => answer.value() } };
  }
  if (isValue(answer) && isGzipAccepted && choice.format === "json" && !isPretty) {
    const body = answer.gzip?.(gzipThreshold);
    if (body !== undefined) return { status, headers: { ...common, ...gzipHeaders }, body };
  }
  const json = isValue(answer) ? answer.text() : answer;
  if (typeof json !== "string" && isGzipAccepted && choice.format === "json" && !isPretty) {
    if (json.length > gzipThreshold) {
      return { status, headers: { ...common, ...gzipHeaders }, body: compressWhileRead(json.chunks("\n")) };
    }
  }
  const body = inFormat(json, choice.format, isPretty);
  if (!isGzipAccepted || body.length <= gzipThreshold / 4) return { status, headers: common, body };
  const bytes = Buffer.from(body);
  if (bytes.length <= gzipThreshold) return { status, headers: common, body: bytes };
  const compressed = await compress(bytes);
  return { status, headers: { ...common, ...gzipHeaders }, body: compressed };
}

/** The answer that is plain text. */
export function writeText(status: number, body: string): ServerResponse {
  const headers = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };
  return { status, headers, body };
}

function isValue(answer: string | ListText | AnsweredValue): answer is AnsweredValue {
  return typeof answer !== "string" && "value" in answer;
}

function inFormat(json: string | ListText, format: MediaChoice["format"], isPretty: boolean): string {
  const isPlain = format === "json" && !isPretty;
  const end = isPlain ? "\n" : "";
  const text = typeof json === "string" ? json + end : json.join(end);
  if (isPlain) return text;
  return format === "yaml" ? yamlTextOf(text) : indentJson(text);
}

function acceptsGzip(header: string | undefined): boolean {
  return header?.split(",").some((token) => token.trim() === "gzip") ?? false;
}

/** The bytes, compressed with gzip, not in the way of other requests. */
export function compress(bytes: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    gzip(bytes, { level: 1 }, (error, compressed) => (error === null ? resolve(compressed) : reject(error)));
  });
}

/** Begins when the first piece is read. */
async function* compressWhileRead(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const compressed = createGzip({ level: 1, chunkSize: gzipThreshold });
  // What goes wrong, the reader gets to know.
  pipeline(Readable.from(chunks), compressed, () => {});
  yield* compressed;
}
