import { gzip } from "node:zlib";
import type { ServerResponse } from "../exchange.ts";
import { isPrettyWanted } from "../media/is-pretty.ts";
import type { MediaChoice } from "../media/negotiate.ts";
import type { AnswerContext } from "./answer-context.ts";
import { indentJson } from "./json-text.ts";
import { yamlTextOf } from "./yaml-text.ts";

/** Answers longer than this are compressed for clients that can read that. */
const gzipThreshold = 128 * 1024;

/** The answer that consists of a JSON text, in the form that the client chose. */
export async function writeAnswer(
  { request, query }: AnswerContext,
  status: number,
  json: string,
  choice: MediaChoice,
  headers: Readonly<Record<string, string>> = {},
): Promise<ServerResponse> {
  const type = choice.format === "json" ? "application/json" : "application/yaml";
  const body = inFormat(json, choice, () => isPrettyWanted(query, request.headers["user-agent"]));
  const common = { ...headers, "content-type": type };
  if (body.length <= gzipThreshold / 4 || !acceptsGzip(request.headers["accept-encoding"])) {
    return { status, headers: common, body };
  }
  const bytes = Buffer.from(body);
  if (bytes.length <= gzipThreshold) return { status, headers: common, body: bytes };
  const compressed = await compress(bytes);
  return { status, headers: { ...common, "content-encoding": "gzip", vary: "Accept-Encoding" }, body: compressed };
}

function inFormat(json: string, choice: MediaChoice, isPrettyWanted: () => boolean): string {
  if (choice.format === "yaml") return yamlTextOf(json);
  return choice.isPretty || isPrettyWanted() ? indentJson(json) : `${json}\n`;
}

function acceptsGzip(header: string | undefined): boolean {
  return header?.split(",").some((token) => token.trim() === "gzip") ?? false;
}

function compress(bytes: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    gzip(bytes, { level: 1 }, (error, compressed) => (error === null ? resolve(compressed) : reject(error)));
  });
}
