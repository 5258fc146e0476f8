import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { noSuchMethod } from "./request/generic-error.ts";

/** What Node tells of bytes that it cannot read. */
interface ParseError extends Error {
  readonly code?: string;
  readonly rawPacket?: Uint8Array;
}

/** Answers what could not be read as a request, as the reference does, and ends the connection. */
export function refuseMalformed(error: ParseError, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
  } else if (error.code === "HPE_INVALID_METHOD" && isRequest(error.rawPacket)) {
    refuseMethod(socket);
  } else if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") {
    socket.destroy();
  } else {
    refuse(socket, error.code === "HPE_HEADER_OVERFLOW" ? 431 : 400);
  }
}

/** Whether bytes begin as a request does, though with a method that Node does not know. */
function isRequest(bytes: Uint8Array | undefined): boolean {
  return /^[-!#$%&'*+.^_`|~\w]+ \S+ HTTP\/1\.[01]\r?\n/.test(Buffer.from(bytes ?? []).toString("latin1"));
}

/** Answers a method that no path has, and that no parser passes on. */
export function refuseMethod(socket: Socket): void {
  refuse(socket, 405, "application/json", `${JSON.stringify(noSuchMethod().status)}\n`);
}

/** Whether a request says more than once for which server it is meant. */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1;
}

/** Sends an answer without more ado, and ends the connection. */
export function refuse(socket: Socket, status: number, contentType = "text/plain; charset=utf-8", body?: string): void {
  const line = `${status} ${STATUS_CODES[status]}`;
  const text = body ?? line;
  const head = [
    `HTTP/1.1 ${line}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${text.length}`,
    ...(contentType === "application/json" ? ["Cache-Control: no-cache, private"] : []),
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${text}`, () => socket.destroy());
}
