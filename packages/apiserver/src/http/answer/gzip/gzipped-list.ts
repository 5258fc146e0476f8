import type { ApiObject } from "../../../resource-object.ts";
import { type DeflatedText, deflateText } from "./deflated-rows.ts";
import { joinCrc32 } from "./joined-crc32.ts";

/** A list whose items are compressed in rows. */
export interface ListOfRows {
  /** What comes before the first item. */
  readonly head: string;
  readonly items: readonly ApiObject[];
  /** What comes after the last one. */
  readonly tail: string;
  textOf(object: ApiObject): string;
  /** The texts of items, each after a comma. */
  rowOf(items: readonly ApiObject[]): Promise<DeflatedText>;
}

/** No name, time or flags; compressed fast, on an unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
/** A last block without anything in it. */
const lastBlock = Buffer.from([3, 0]);

/** One in so many names ends a row, wherever it is in a list: a list from which something is missing has the same rows elsewhere. */
const meanRowLength = 64;
const maxRowLength = 256;
/** How many bytes are sent together. */
const pieceBytes = 256 * 1024;

/** The list, compressed with gzip. Only rows that have not been compressed before are compressed; the next one is while one is sent. */
export async function* gzippedList(list: ListOfRows): AsyncGenerator<Uint8Array, void, undefined> {
  const whole = new JoinedTexts();
  let piece: Uint8Array[] = [header];
  let length = 0;
  for await (const text of deflatedTexts(list)) {
    piece.push(whole.add(text));
    length += text.blocks.length;
    if (length < pieceBytes) continue;
    yield Buffer.concat(piece);
    piece = [];
    length = 0;
  }
  yield Buffer.concat([...piece, lastBlock, whole.trailer()]);
}

/** Texts in a row, of which gzip wants to know a sum and a length. */
class JoinedTexts {
  #crc32 = 0;
  #byteLength = 0;

  add({ blocks, crc32, crc32Shift, byteLength }: DeflatedText): Uint8Array {
    this.#crc32 = joinCrc32(this.#crc32, crc32, crc32Shift);
    this.#byteLength += byteLength;
    return blocks;
  }

  trailer(): Uint8Array {
    const bytes = Buffer.alloc(8);
    bytes.writeUInt32LE(this.#crc32, 0);
    bytes.writeUInt32LE(this.#byteLength % 2 ** 32, 4);
    return bytes;
  }
}

async function* deflatedTexts({ head, items, tail, textOf, rowOf }: ListOfRows): AsyncGenerator<DeflatedText> {
  const [first] = items;
  let waiting = deflateText(first === undefined ? head : head + textOf(first));
  for (let start = 1; start < items.length; ) {
    const end = endOfRow(items, start);
    const next = rowOf(items.slice(start, end));
    // It is waited for when it is its turn.
    next.catch(() => {});
    yield await waiting;
    waiting = next;
    start = end;
  }
  yield await waiting;
  yield await deflateText(tail);
}

function endOfRow(items: readonly ApiObject[], start: number): number {
  const limit = Math.min(items.length, start + maxRowLength);
  let end = start + 1;
  while (end < limit && !endsRow(items[end - 1]!)) end++;
  return end;
}

/** By a hash of its name: FNV-1a, mixed, for names that differ only at the end. */
function endsRow({ metadata: { name } }: ApiObject): boolean {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) % meanRowLength === 0;
}
