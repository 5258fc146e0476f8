import { sleep } from "@kubewright/client";
import { bytesOf, type HostileRequest } from "./hostile-request.ts";
import { type RawAddress, type RawAnswer, RawConnection } from "./raw-connection.ts";

/** What a server made of a request, in a line. An answer that goes on is given up after a while. */
export async function play(address: RawAddress, request: HostileRequest): Promise<string> {
  using connection = await RawConnection.open(address);
  connection.send(bytesOf(request));
  const patience = new AbortController();
  // The server may wait for more.
  const waiting = request.raw === undefined ? undefined : sleep(1_500, { signal: patience.signal });
  waiting?.then(
    () => connection[Symbol.dispose](),
    () => {},
  );
  const answer = await connection.answer(request.method);
  patience.abort();
  return answer === undefined ? "no answer" : describe(answer);
}

const maxText = 300;

function describe({ status, headers, body }: RawAnswer): string {
  const warning = headers.get("warning");
  const text = shorten(textOf(headers.get("content-type"), body.toString("utf8")));
  return `${status} ${text}${warning === undefined ? "" : ` (${shorten(warning)})`}`;
}

function textOf(contentType: string | undefined, text: string): string {
  if (contentType?.startsWith("application/json") !== true || text === "") return text.trim();
  // A stream: what came first tells enough.
  if (text.startsWith('{"type"')) return text.startsWith('{"type":"ERROR"') ? text.trim() : "a stream";
  const { kind, reason, message, metadata, items, status } = JSON.parse(text) as Record<string, never>;
  if (kind === "Status") return status === "Success" ? "Success" : `${reason ?? "-"}: ${message}`;
  return items === undefined ? `${kind} ${(metadata as { name?: string } | undefined)?.name}` : `${kind}`;
}

function shorten(text: string): string {
  const plain = text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UID")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "TIME")
    .replaceAll(/(resourceVersion\\?":\\?")\d+/g, "$1VERSION")
    .replaceAll(/\(\d+ vs\. /g, "(SIZE vs. ");
  return plain.length <= maxText ? plain : `${plain.slice(0, maxText)}… (${plain.length})`;
}
