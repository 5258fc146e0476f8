import type { OutgoingRequest } from "../http/outgoing-request.ts";

/** A request as HTTP/1.1 has it. */
export function requestText({ method, target, authority, headers, secrets, hasLength, body }: OutgoingRequest): string {
  let text = `${method} ${target} HTTP/1.1\r\nhost: ${authority}\r\n`;
  for (let index = 0; index < headers.length; index += 2) text += `${headers[index]}: ${headers[index + 1]}\r\n`;
  for (let index = 0; index < secrets.length; index += 2) text += `${secrets[index]}: ${secrets[index + 1]}\r\n`;
  if (hasLength) text += `content-length: ${body === undefined ? 0 : Buffer.byteLength(body)}\r\n`;
  return body === undefined ? `${text}\r\n` : `${text}\r\n${body}`;
}
