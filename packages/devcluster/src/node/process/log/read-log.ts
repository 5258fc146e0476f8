import { type FileHandle, open } from "node:fs/promises";
import { parseTime } from "@kubewright/api";
import type { ContainerLog, LogFile } from "./container-log.ts";

/** Which part of a log is wanted, and how. */
export interface ReadLogOptions {
  readonly follow: boolean;
  readonly timestamps: boolean;
  /** Only what came at this time or later, in milliseconds since 1970. */
  readonly sinceMs?: number | undefined;
  readonly tailLines?: number | undefined;
  readonly limitBytes?: number | undefined;
  readonly signal: AbortSignal;
}

const blockSize = 64 * 1024;
const newline = 0x0a;

/** The output in a log, as it comes while it is followed; ends with the container then, or when the signal aborts. */
export async function* readLog(log: ContainerLog, options: ReadLogOptions): AsyncGenerator<Uint8Array> {
  const { follow, signal, limitBytes } = options;
  let left = limitBytes ?? Number.POSITIVE_INFINITY;
  if (left <= 0) return;
  let file: FileHandle | undefined;
  try {
    // A log without output has no file until it is complete.
    while (log.newest.size === 0) {
      if (log.isComplete || !follow || signal.aborted) return;
      await log.changed(signal);
    }
    let newest: LogFile;
    ({ file, newest } = await openNewest(log));
    // Who does not follow gets what there is now, however fast more comes.
    const { size } = newest;
    let position = await tailStart(file, size, options.tailLines);
    let rest: Buffer = Buffer.alloc(0);
    let isLineStart = true;
    for (;;) {
      if (signal.aborted) return;
      const isComplete = log.isComplete;
      const end = follow ? newest.size : size;
      if (position < end) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(blockSize, end - position)), { position });
        position += bytesRead;
        const { entries, unread } = parseLog(rest.length === 0 ? buffer : Buffer.concat([rest, buffer]));
        rest = unread;
        const pieces: Uint8Array[] = [];
        for (const entry of entries) {
          if (options.sinceMs !== undefined && timeOf(entry.time) < options.sinceMs) continue;
          if (options.timestamps && isLineStart) pieces.push(Buffer.from(`${entry.time} `));
          pieces.push(entry.text);
          if (entry.isWhole) pieces.push(Buffer.of(newline));
          isLineStart = entry.isWhole;
        }
        const output = Buffer.concat(pieces);
        if (output.length >= left) {
          yield output.subarray(0, left);
          return;
        }
        left -= output.length;
        if (output.length > 0) yield output;
      } else if (follow && log.newest !== newest) {
        await file.close();
        file = undefined;
        ({ file, newest } = await openNewest(log));
        position = 0;
      } else if (isComplete || !follow) return;
      else await log.changed(signal);
    }
  } finally {
    await file?.close();
  }
}

async function openNewest(log: ContainerLog): Promise<{ readonly file: FileHandle; readonly newest: LogFile }> {
  for (;;) {
    const { newest } = log;
    try {
      return { file: await open(newest.path, "r"), newest };
    } catch (error) {
      // It may have gone since.
      if (log.newest === newest) throw error;
    }
  }
}

interface LogEntry {
  readonly time: string;
  readonly text: Buffer;
  readonly isWhole: boolean;
}

/** The whole lines of a block of a log, and what is left of it. */
function parseLog(block: Buffer): { readonly entries: LogEntry[]; readonly unread: Buffer } {
  const entries: LogEntry[] = [];
  let start = 0;
  for (let end = block.indexOf(newline); end !== -1; end = block.indexOf(newline, start)) {
    const line = block.subarray(start, end);
    const timeEnd = line.indexOf(0x20);
    const streamEnd = line.indexOf(0x20, timeEnd + 1);
    const tagEnd = line.indexOf(0x20, streamEnd + 1);
    entries.push({
      time: line.toString("latin1", 0, timeEnd),
      text: line.subarray(tagEnd + 1),
      isWhole: line[streamEnd + 1] === 0x46,
    });
    start = end + 1;
  }
  return { entries, unread: block.subarray(start) };
}

/** Where the last lines of a file begin. */
async function tailStart(file: FileHandle, size: number, lines: number | undefined): Promise<number> {
  if (lines === undefined) return 0;
  if (lines === 0) return size;
  let missing = lines + 1;
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - blockSize);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), { position: start });
    for (let index = bytesRead - 1; index >= 0; index--) {
      if (buffer[index] === newline && --missing === 0) return start + index + 1;
    }
    end = start;
  }
  return 0;
}

function timeOf(time: string): number {
  return Date.parse(`${time.slice(0, 23)}Z`);
}

/** From when on a request for a log wants it. */
export function sinceOf(
  request: { readonly sinceSeconds?: number | undefined; readonly sinceTime?: string | undefined },
  nowMs: number,
): number | undefined {
  if (request.sinceSeconds !== undefined) return nowMs - request.sinceSeconds * 1000;
  return request.sinceTime === undefined ? undefined : parseTime(request.sinceTime);
}
