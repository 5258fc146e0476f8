import type { FileHandle } from "node:fs/promises";
import { DevClusterError } from "../../errors.ts";

/** Something that a tar file holds. */
export interface TarEntry {
  readonly path: string;
  readonly type: "file" | "folder" | "symlink" | "link" | "other";
  /** Permissions. */
  readonly mode: number;
  /** Where its content is in the tar file, in bytes. */
  readonly offset: number;
  readonly size: number;
  /** Of links. */
  readonly target: string;
}

const blockBytes = 512;
/** Of names and attributes that are too long for a header. */
const maxNoteBytes = 1 << 20;
const maxLengthDigits = 10;
const types: Readonly<Record<string, TarEntry["type"]>> = {
  "\0": "file",
  "0": "file",
  "7": "file",
  "1": "link",
  "2": "symlink",
  "5": "folder",
};

/** The entries of a tar file, one after the other: ustar with the extensions of pax and GNU. Rejects for what is no tar file. */
export async function* tarEntries(file: FileHandle): AsyncGenerator<TarEntry> {
  let notes: Record<string, string> = {};
  for (let position = 0; ; ) {
    const { buffer: header, bytesRead } = await file.read(Buffer.alloc(blockBytes), 0, blockBytes, position);
    if (bytesRead === 0 || header.every((byte) => byte === 0)) return;
    if (bytesRead < blockBytes || !hasChecksum(header)) throw notTar(position);
    const flag = String.fromCharCode(header[156] ?? 0);
    const size = notes.size === undefined ? numberAt(header, 124, 12) : Number(notes.size);
    if (!Number.isSafeInteger(size) || size < 0) throw notTar(position);
    const offset = position + blockBytes;
    position = offset + Math.ceil(size / blockBytes) * blockBytes;
    if (flag === "x" || flag === "L" || flag === "K") {
      if (size > maxNoteBytes) throw notTar(offset);
      const { buffer } = await file.read(Buffer.alloc(size), 0, size, offset);
      if (flag === "x") notes = { ...notes, ...paxRecords(buffer) };
      else notes = { ...notes, [flag === "L" ? "path" : "linkpath"]: textAt(buffer, 0, size) };
      continue;
    }
    if (flag === "g") continue;
    const prefix = textAt(header, 257, 6) === "ustar" ? textAt(header, 345, 155) : "";
    const name = textAt(header, 0, 100);
    yield {
      path: notes.path ?? (prefix === "" ? name : `${prefix}/${name}`),
      type: types[flag] ?? "other",
      mode: numberAt(header, 100, 8) & 0o777,
      offset,
      size,
      target: notes.linkpath ?? textAt(header, 157, 100),
    };
    notes = {};
  }
}

function textAt(block: Buffer, start: number, length: number): string {
  const text = block.toString("utf8", start, start + length);
  const end = text.indexOf("\0");
  return end === -1 ? text : text.slice(0, end);
}

/** Octal digits or, for large numbers, bytes after a mark. */
function numberAt(block: Buffer, start: number, length: number): number {
  if (((block[start] ?? 0) & 0x80) !== 0) return block.readUIntBE(start + length - 6, 6);
  const text = textAt(block, start, length).trim();
  return text === "" ? 0 : Number.parseInt(text, 8);
}

function hasChecksum(header: Buffer): boolean {
  let sum = 0;
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 32 : byte;
  return sum === numberAt(header, 148, 8);
}

/** Records as `30 path=some/long/name`, each with its own length in front. */
function paxRecords(data: Buffer): Record<string, string> {
  const records: Record<string, string> = {};
  for (let start = 0; start < data.length; ) {
    const space = data.indexOf(32, start);
    const digits = data.toString("latin1", start, Math.min(space, start + maxLengthDigits + 1));
    const length = /^\d+$/.test(digits) && digits.length <= maxLengthDigits ? Number(digits) : 0;
    // Each record has its own length and something more: there is always a step.
    if (space === -1 || length <= space - start) break;
    const record = data.toString("utf8", space + 1, start + length - 1);
    const sign = record.indexOf("=");
    records[record.slice(0, sign)] = record.slice(sign + 1);
    start += length;
  }
  return records;
}

function notTar(position: number): DevClusterError {
  return new DevClusterError(
    "INVALID_IMAGE",
    `the archive is no tar file, or broken, at byte ${position}: save it again`,
  );
}
