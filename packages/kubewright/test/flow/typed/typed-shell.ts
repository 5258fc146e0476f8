import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

/** What a line printed, and the code it ended with. */
export interface Printed {
  readonly code: number;
  readonly text: string;
}

// Lines come one by one, each ended by a zero byte, and are answered with their codes. Jobs have process groups of their own, as on a
// terminal, so that they can be sent what Ctrl-C sends.
const script = `
set -m
while IFS= read -r -d "" -u 3 line; do
  eval "$line" >"$0" 2>&1 </dev/null 3<&- 4>&-
  echo $? >&4
done
for job in $(jobs -p); do kill -TERM -- "-$job"; done
wait`;

/** A bash that lives as long as a user's does: variables, the folder and jobs stay from line to line. */
export class TypedShell implements AsyncDisposable {
  readonly #bash: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #file: string;
  readonly #codes: AsyncIterator<string>;

  constructor(folder: string, env: Readonly<Record<string, string | undefined>>) {
    this.#file = join(folder, ".printed");
    this.#bash = spawn("bash", ["-c", script, this.#file], {
      cwd: folder,
      env: { ...env },
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#ended = once(this.#bash, "close");
    this.#codes = linesOf(this.#bash.stdio[4] as Readable)[Symbol.asyncIterator]();
    (this.#bash.stdio[3] as Writable).on("error", () => {});
  }

  /** Rejects when the line takes longer than that, or ends the shell. */
  async type(line: string, { timeoutMs = 240_000 } = {}): Promise<Printed> {
    (this.#bash.stdio[3] as Writable).write(`${line}\0`);
    const code = await within(timeoutMs, this.#codes.next());
    const text = await readFile(this.#file, "utf8").catch(() => "");
    if (code === undefined) throw new Error(`$ ${line}\n${text}\nhas not ended after ${timeoutMs / 1000} s`);
    if (code.done === true) throw new Error(`$ ${line}\n${text}\nended the shell`);
    return { code: Number(code.value), text };
  }

  /** Ends the shell and its jobs, whatever they are at. */
  async [Symbol.asyncDispose](): Promise<void> {
    (this.#bash.stdio[3] as Writable).end();
    if ((await within(5_000, this.#ended)) !== undefined) return;
    // The line that is under way does not end.
    for (const name of ["SIGTERM", "SIGKILL"] as const) {
      await this.#signal(name);
      if ((await within(40_000, this.#ended)) !== undefined) return;
    }
  }

  /** To all process groups of the session. */
  async #signal(name: NodeJS.Signals): Promise<void> {
    const { stdout } = await promisify(execFile)("ps", ["-o", "pgid=", "-s", String(this.#bash.pid)]).catch(() => ({
      stdout: "",
    }));
    for (const group of new Set(stdout.split(/\s+/).filter((text) => text !== ""))) {
      try {
        process.kill(-Number(group), name);
      } catch {
        // It has ended meanwhile.
      }
    }
  }
}

/** What comes of it, or undefined after that time. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T | undefined> {
  const late = new AbortController();
  try {
    return await Promise.race([work, wait(timeoutMs, undefined, { signal: late.signal }).catch(() => undefined)]);
  } finally {
    late.abort();
  }
}

async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    rest += chunk;
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
      yield rest.slice(0, end);
      rest = rest.slice(end + 1);
    }
  }
}
