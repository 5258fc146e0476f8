import { contentLengthOf } from "../http/content-length.ts";
import type { ResponseHead } from "../http/server-connection.ts";
import type { HeaderField } from "./hpack/header-field.ts";

/** What is between two ends of one HTTP/1.1 connection only. */
const foreignNames: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);

const colon = 58;
const statusPattern = /^[1-5][0-9]{2}$/;

/** The head of an answer. Throws an Error that says what is wrong with it. */
export function responseHead(fields: readonly HeaderField[]): ResponseHead {
  const first = fields[0];
  if (first === undefined || first.name !== ":status") throw new Error("an answer that does not begin with its status");
  if (!statusPattern.test(first.value)) throw new Error(`the status ${JSON.stringify(first.value.slice(0, 40))}`);
  const headers = new Map<string, readonly string[]>();
  for (let index = 1; index < fields.length; index++) {
    const { name, value, values } = fields[index]!;
    if (name.charCodeAt(0) === colon) throw new Error(`the pseudo header ${name} in an answer`);
    if (foreignNames.has(name)) throw new Error(`the header ${name}, which HTTP/2 does not have`);
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? values : [...earlier, value]);
  }
  return { status: Number(first.value), statusText: "", headers, contentLength: contentLengthOf(headers) };
}
