import { open } from "node:fs/promises";

/** The last lines of a log file; none if there is no such file. */
export async function logTail(path: string, lines: number): Promise<string> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
  try {
    const { size } = await file.stat();
    const length = Math.min(size, lines * 1024);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString("utf8").trimEnd().split("\n").slice(-lines).join("\n");
  } finally {
    await file.close();
  }
}
