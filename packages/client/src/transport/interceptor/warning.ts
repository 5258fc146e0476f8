import { pathWithoutQuery } from "../path-without-query.ts";
import type { Interceptor } from "../transport.ts";

/** A warning of the server about a request that it nevertheless carried out. */
export interface ServerWarning {
  readonly text: string;
  /** Who warns; `-` when not told. */
  readonly agent: string;
  readonly method: string;
  /** Of the request that first drew the warning, without the query, which may hold secrets. */
  readonly path: string;
}

/** Warnings beyond these are told again when they come again. */
const maxRemembered = 1000;

/** Tells `report` of each text that the server warns of (deprecated versions, unknown fields …), once. */
export function reportWarnings(report: (warning: ServerWarning) => void): Interceptor {
  const told = new Set<string>();
  return async (request, next) => {
    const response = await next(request);
    for (const header of response.headers.get("warning") ?? []) {
      for (const { code, agent, text } of parseWarnings(header)) {
        // Only 299 is a miscellaneous persistent warning; the others speak of caches.
        if (code !== 299 || text === "" || told.has(text)) continue;
        if (told.size >= maxRemembered) told.clear();
        told.add(text);
        report({ text, agent, method: request.method, path: pathWithoutQuery(request.path) });
      }
    }
    return response;
  };
}

/** One value of a Warning header, RFC 7234 section 5.5. */
export interface WarningValue {
  readonly code: number;
  readonly agent: string;
  readonly text: string;
}

const valuePattern = /\s*(\d{3}) ([^\s,"]+) "((?:[^"\\]|\\.)*)"(?: "[^"]*")?\s*(?:,|$)/y;

/** The warnings of a Warning header. What does not follow the grammar ends the reading, without an error. */
export function parseWarnings(header: string): WarningValue[] {
  const values: WarningValue[] = [];
  const pattern = new RegExp(valuePattern);
  for (let match = pattern.exec(header); match !== null; match = pattern.exec(header)) {
    const text = decodeUtf8(match[3]!.replaceAll(/\\(.)/g, "$1"));
    values.push({ code: Number(match[1]), agent: match[2]!, text });
    if (pattern.lastIndex >= header.length) break;
  }
  return values;
}

/** Headers are read as Latin-1; servers write warnings in UTF-8. */
function decodeUtf8(text: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(text, "latin1"));
  } catch {
    return text;
  }
}
