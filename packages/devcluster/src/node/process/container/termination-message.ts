import { open } from "node:fs/promises";
import type { ContainerLog } from "../log/container-log.ts";
import { readLog } from "../log/read-log.ts";

const maxFileBytes = 4096;
const maxLogBytes = 2048;
const maxLogLines = 80;

/** What a container said at its end: what it wrote into its file, or, where its policy wants that and it failed, the end of its log. */
export async function terminationMessage(options: {
  readonly file: string;
  readonly log: ContainerLog;
  readonly usesLog: boolean;
}): Promise<string> {
  const { file, log, usesLog } = options;
  const written = await fileEnd(file);
  if (written !== "" || !usesLog) return written;
  const pieces: Uint8Array[] = [];
  const { signal } = new AbortController();
  for await (const piece of readLog(log, { follow: false, timestamps: false, tailLines: maxLogLines, signal })) {
    pieces.push(piece);
  }
  return textEnd(Buffer.concat(pieces), maxLogBytes);
}

async function fileEnd(path: string): Promise<string> {
  try {
    const file = await open(path, "r");
    try {
      const { size } = await file.stat();
      const start = Math.max(0, size - maxFileBytes);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, maxFileBytes)), { position: start });
      return textEnd(buffer.subarray(0, bytesRead), maxFileBytes);
    } finally {
      await file.close();
    }
  } catch {
    return "";
  }
}

function textEnd(bytes: Buffer, maxBytes: number): string {
  return bytes.subarray(Math.max(0, bytes.length - maxBytes)).toString("utf8");
}
