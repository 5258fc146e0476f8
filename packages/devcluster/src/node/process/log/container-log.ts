import { type FileHandle, open } from "node:fs/promises";
import type { Clock } from "@kubewright/api";
import type { OutputStream } from "../supervisor/supervisor-protocol.ts";

/** Longer lines are kept in parts. */
const maxLineBytes = 16 * 1024;
const newline = 0x0a;

/**
 * The output of one run of a container, in a file of the form that container runtimes write: a line is
 * `<time> <stdout|stderr> <F|P> <text>`, where P is one without its end.
 */
export class ContainerLog {
  readonly path: string;
  readonly #clock: Clock;
  /** What came of a line without its end. */
  readonly #rest: Record<OutputStream, Buffer> = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };
  #pending: Buffer[] = [];
  #file: Promise<FileHandle> | undefined;
  #writing: Promise<void> | undefined;
  #size = 0;
  /** Why output is missing in the file, if some is. */
  #failure: unknown;
  #isClosed = false;
  #onChange: (() => void)[] = [];

  constructor(path: string, clock: Clock) {
    this.path = path;
    this.#clock = clock;
  }

  /** A log that is complete and has nothing, not even a file. */
  static empty(clock: Clock): ContainerLog {
    const log = new ContainerLog("", clock);
    log.#isClosed = true;
    return log;
  }

  /** Bytes that are in the file. */
  get size(): number {
    return this.#size;
  }

  /** Whether the file is complete. */
  get isComplete(): boolean {
    return this.#isClosed && this.#writing === undefined;
  }

  /** Adds output. The file has it a moment later. */
  write(stream: OutputStream, data: Buffer): void {
    const before = this.#rest[stream];
    const all = before.length === 0 ? data : Buffer.concat([before, data]);
    let start = 0;
    for (let end = all.indexOf(newline); end !== -1; end = all.indexOf(newline, start)) {
      this.#line(stream, all.subarray(start, end), true);
      start = end + 1;
    }
    for (; all.length - start >= maxLineBytes; start += maxLineBytes) {
      this.#add(stream, "P", all.subarray(start, start + maxLineBytes));
    }
    this.#rest[stream] = Buffer.from(all.subarray(start));
  }

  /** There is no more output. Resolves when the file is complete; rejects with why it lacks output, if it does: the disk may have been full. */
  async close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      for (const stream of ["stdout", "stderr"] as const) {
        if (this.#rest[stream].length > 0) this.#line(stream, this.#rest[stream], false);
      }
      this.#pending.push(Buffer.alloc(0));
      this.#flush();
    }
    await this.#writing;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Resolves when the file has grown or is complete, or the signal aborts. */
  changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        signal.removeEventListener("abort", done);
        this.#onChange = this.#onChange.filter((other) => other !== done);
        resolve();
      };
      if (signal.aborted) resolve();
      else {
        signal.addEventListener("abort", done);
        this.#onChange.push(done);
      }
    });
  }

  #line(stream: OutputStream, text: Buffer, isEnded: boolean): void {
    let start = 0;
    for (; text.length - start > maxLineBytes; start += maxLineBytes) {
      this.#add(stream, "P", text.subarray(start, start + maxLineBytes));
    }
    this.#add(stream, isEnded ? "F" : "P", text.subarray(start));
  }

  #add(stream: OutputStream, tag: "F" | "P", text: Buffer): void {
    this.#pending.push(Buffer.from(`${logTime(this.#clock.now())} ${stream} ${tag} `), text, Buffer.of(newline));
    this.#flush();
  }

  #flush(): void {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
      for (const tell of this.#onChange) tell();
    });
  }

  /** Never rejects: what cannot be written is lost, and the container goes on. */
  async #write(): Promise<void> {
    while (this.#pending.length > 0) {
      const data = Buffer.concat(this.#pending);
      this.#pending = [];
      try {
        await this.#append(data);
      } catch (error) {
        this.#failure ??= error;
      }
      for (const tell of this.#onChange) tell();
    }
    if (this.#isClosed) await this.#close();
  }

  async #append(data: Buffer): Promise<void> {
    this.#file ??= open(this.path, "a", 0o640);
    let file: FileHandle;
    try {
      file = await this.#file;
    } catch (error) {
      this.#file = undefined;
      throw error;
    }
    try {
      await file.appendFile(data);
      this.#size += data.length;
    } catch (error) {
      // A part may be there: the next line has to begin at its place.
      await file.truncate(this.#size).catch(() => {});
      throw error;
    }
  }

  async #close(): Promise<void> {
    try {
      await (await this.#file)?.close();
    } catch (error) {
      this.#failure ??= error;
    }
  }
}

/** A time as container runtimes write it into logs, with nine digits after the point. */
export function logTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}000000Z`;
}
