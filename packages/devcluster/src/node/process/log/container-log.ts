import { type FileHandle, open, rm } from "node:fs/promises";
import type { Clock } from "@kubewright/api";
import type { OutputStream } from "../supervisor/supervisor-protocol.ts";

/** A file of this size is followed by another one, and goes: kubelets have the same limit, and show the newest file only. */
const defaultMaxFileBytes = 10 * 1024 * 1024;
/** Longer lines are kept in parts. */
const maxLineBytes = 16 * 1024;
const newline = 0x0a;

/** A file of a log. */
export interface LogFile {
  readonly path: string;
  /** Bytes that are in it, up to the end of a line. */
  readonly size: number;
}

/**
 * The output of one run of a container, in a file of the form that container runtimes write: a line is
 * `<time> <stdout|stderr> <F|P> <text>`, where P is one without its end.
 */
export class ContainerLog {
  readonly path: string;
  readonly #clock: Clock;
  readonly #maxFileBytes: number;
  /** What came of a line without its end. */
  readonly #rest: Record<OutputStream, Buffer> = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };
  #pending: Buffer[] = [];
  #file: Promise<FileHandle> | undefined;
  #writing: Promise<void> | undefined;
  #newest: { readonly path: string; size: number };
  #files = 1;
  /** Why output is missing in the file, if some is. */
  #failure: unknown;
  #isClosed = false;
  #onChange: (() => void)[] = [];

  constructor(path: string, clock: Clock, options: { readonly maxFileBytes?: number } = {}) {
    this.path = path;
    this.#clock = clock;
    this.#maxFileBytes = options.maxFileBytes ?? defaultMaxFileBytes;
    this.#newest = { path, size: 0 };
  }

  /** A log that is complete and has nothing, not even a file. */
  static empty(clock: Clock): ContainerLog {
    const log = new ContainerLog("", clock);
    log.#isClosed = true;
    return log;
  }

  /** Another object when there is another file; the one before is not written any more. */
  get newest(): LogFile {
    return this.#newest;
  }

  /** Whether the newest file is the last, and complete. */
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
    while (this.#writing !== undefined) await this.#writing;
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
      // What came just after the last look.
      if (this.#pending.length > 0) this.#flush();
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
    const file = await this.#open();
    if (this.#newest.size < this.#maxFileBytes || data.length === 0) await append(file, data, this.#newest);
    else await this.#replace(file, data);
  }

  async #open(): Promise<FileHandle> {
    this.#file ??= open(this.path, "a", 0o640);
    try {
      return await this.#file;
    } catch (error) {
      this.#file = undefined;
      throw error;
    }
  }

  /** Begins another file. Whoever reads the one before reads it to its end. */
  async #replace(before: FileHandle, data: Buffer): Promise<void> {
    const next = { path: `${this.path}.${this.#files++}`, size: 0 };
    const file = await open(next.path, "a", 0o640);
    try {
      await append(file, data, next);
    } catch (error) {
      await file.close();
      await rm(next.path, { force: true });
      throw error;
    }
    const { path } = this.#newest;
    this.#newest = next;
    this.#file = Promise.resolve(file);
    await before.close();
    await rm(path, { force: true });
  }

  async #close(): Promise<void> {
    try {
      await (await this.#file)?.close();
    } catch (error) {
      this.#failure ??= error;
    }
  }
}

async function append(file: FileHandle, data: Buffer, state: { size: number }): Promise<void> {
  try {
    await file.appendFile(data);
  } catch (error) {
    // A part may be there: the next line has to begin at its place.
    await file.truncate(state.size).catch(() => {});
    throw error;
  }
  state.size += data.length;
}

/** A time as container runtimes write it into logs, with nine digits after the point. */
export function logTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}000000Z`;
}
