import type { OutgoingRequest } from "../../http/outgoing-request.ts";
import type { OutputBuffer } from "../output-buffer.ts";
import { staticNames } from "./static-table.ts";

const firstDynamicIndex = 62;
const maxTableSize = 4096;
const schemeHttps = 0x87;
const methodIndices: Readonly<Record<string, number>> = Object.freeze({ GET: 0x82, POST: 0x83 });
const [authorityIndex, methodIndex, pathIndex] = [1, 2, 4];
/** What most requests have in common. Each value goes into the table once; then one byte stands for it. */
const repeatedNames: ReadonlySet<string> = new Set(["accept", "accept-encoding", "content-type", "user-agent"]);

/** How the first byte of a literal header begins, and how many bits of it are left for the name's index. */
const indexed = { flag: 0x40, bits: 6 } as const;
const unindexed = { flag: 0x00, bits: 4 } as const;
/** Whoever passes the header on must not put it into a table either. */
const neverIndexed = { flag: 0x10, bits: 4 } as const;

/**
 * Writes the headers of requests as HPACK has them, RFC 7541. All blocks of a connection come from one encoder, in order.
 *
 * What goes into the table stays there: when it is full, nothing more goes in. Credentials never do.
 */
export class HeaderEncoder {
  /** The names and values in the table, and as the how manieth each one came in, from 0. */
  readonly #table = new Map<string, Map<string, number>>();
  #tableCount = 0;
  #tableSize = 0;
  #maxSize = maxTableSize;
  /** Whether the peer is to be told of another table size before the next header. */
  #isResized = false;

  /** The peer holds so much from now on. */
  resize(allowedSize: number): void {
    if (allowedSize >= this.#maxSize) return;
    this.#maxSize = allowedSize;
    this.#isResized = true;
    this.#table.clear();
    this.#tableCount = 0;
    this.#tableSize = 0;
  }

  /** Appends the header block of a request to `output`, which has `headerBound` bytes in reserve. */
  write(request: OutgoingRequest, contentLength: number | undefined, output: OutputBuffer): void {
    if (this.#isResized) {
      this.#isResized = false;
      // All that is in the table goes, and then it has its new size.
      writeInteger(output, 0, 0x20, 5);
      writeInteger(output, this.#maxSize, 0x20, 5);
    }
    const { method, headers, secrets } = request;
    const known = methodIndices[method];
    if (known === undefined) writeLiteral(output, unindexed, methodIndex, ":method", method);
    else output.bytes[output.end++] = known;
    output.bytes[output.end++] = schemeHttps;
    writeLiteral(output, unindexed, pathIndex, ":path", request.target);
    this.#writeRepeated(output, authorityIndex, ":authority", request.authority);
    for (let index = 0; index < headers.length; index += 2) {
      const name = headers[index]!;
      const value = headers[index + 1]!;
      const nameIndex = staticNames.get(name) ?? 0;
      if (repeatedNames.has(name)) this.#writeRepeated(output, nameIndex, name, value);
      else writeLiteral(output, unindexed, nameIndex, name, value);
    }
    for (let index = 0; index < secrets.length; index += 2) {
      const name = secrets[index]!;
      writeLiteral(output, neverIndexed, staticNames.get(name) ?? 0, name, secrets[index + 1]!);
    }
    if (contentLength === undefined) return;
    writeLiteral(output, unindexed, staticNames.get("content-length")!, "content-length", String(contentLength));
  }

  #writeRepeated(output: OutputBuffer, nameIndex: number, name: string, value: string): void {
    const positions = this.#table.get(name);
    const position = positions?.get(value);
    if (position !== undefined) {
      writeInteger(output, firstDynamicIndex + this.#tableCount - 1 - position, 0x80, 7);
      return;
    }
    const size = name.length + Buffer.byteLength(value) + 32;
    if (this.#tableSize + size > this.#maxSize) {
      writeLiteral(output, unindexed, nameIndex, name, value);
      return;
    }
    this.#tableSize += size;
    if (positions === undefined) this.#table.set(name, new Map([[value, this.#tableCount]]));
    else positions.set(value, this.#tableCount);
    this.#tableCount++;
    writeLiteral(output, indexed, nameIndex, name, value);
  }
}

/** How many bytes the headers of a request take at most. */
export function headerBound({ method, target, authority, headers, secrets }: OutgoingRequest): number {
  let bound = 128 + method.length + target.length + authority.length;
  // A character becomes three bytes at most, and a length or an index five.
  for (const text of headers) bound += 3 * text.length + 10;
  for (const text of secrets) bound += 3 * text.length + 10;
  return bound;
}

function writeLiteral(
  output: OutputBuffer,
  { flag, bits }: { readonly flag: number; readonly bits: number },
  nameIndex: number,
  name: string,
  value: string,
): void {
  writeInteger(output, nameIndex, flag, bits);
  if (nameIndex === 0) writeString(output, name);
  writeString(output, value);
}

function writeInteger(output: OutputBuffer, value: number, flag: number, bits: number): void {
  const { bytes } = output;
  const limit = (1 << bits) - 1;
  if (value < limit) {
    bytes[output.end++] = flag | value;
    return;
  }
  bytes[output.end++] = flag | limit;
  let rest = value - limit;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes[output.end++] = (rest % 0x80) | 0x80;
  bytes[output.end++] = rest;
}

/** As it is: a Huffman code would save few bytes and cost both ends time. */
function writeString(output: OutputBuffer, text: string): void {
  const length = Buffer.byteLength(text);
  writeInteger(output, length, 0, 7);
  output.end += output.bytes.write(text, output.end, "utf8");
}
