import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { TestingError } from "../errors.ts";
import type { TestHost } from "../host.ts";

/** What the supervisor process is told. */
export type Command =
  | { type: "start"; id: number; program: string; args: readonly string[]; log: string }
  | { type: "signal"; id: number; signal: NodeJS.Signals };

/** What the supervisor process tells. */
export type Report =
  | { type: "ready"; folder: string }
  | { type: "started"; id: number; pid: number }
  | { type: "failed"; id: number; message: string }
  | { type: "signalled"; id: number }
  | { type: "exited"; id: number; code: number | null; signal: NodeJS.Signals | null };

/** How a program ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program that the supervisor runs, and what that program started. */
export interface SupervisedProgram {
  readonly pid: number;
  /**
   * Resolves when the program has ended, for whatever reason; what it started is killed then and is gone as well. Never
   * rejects, and does not keep this process alive.
   */
  readonly exited: Promise<Exit>;
  /** Sends a signal to the program and to what it started. Resolves when it was sent. Harmless when the program has ended. */
  signal(signal: NodeJS.Signals): Promise<void>;
  /** Sends `signal` and waits until the program has ended. */
  stop(signal: NodeJS.Signals): Promise<Exit>;
}

/** A program as the supervisor's reports change it. */
interface Entry {
  pid?: number;
  readonly started: Deferred<number>;
  readonly exited: Deferred<Exit>;
  /** Signals that are on their way, oldest first. */
  readonly signals: Deferred<void>[];
}

/**
 * Runs programs that cannot outlive this process.
 *
 * A process of its own starts them and owns their folder. When this process ends, in whatever way, or disposes of the
 * supervisor, the programs are killed and the folder is removed. A supervisor does not keep this process alive, except while
 * something waits for it.
 */
export class Supervisor implements AsyncDisposable {
  /** Made for this supervisor, and removed with it. */
  readonly folder: string;
  readonly #process: SupervisorProcess;
  /** Settles when the supervisor process has ended and nothing of it is left. */
  readonly #ended: Promise<void>;
  /** By the id of the command that started it. Those that ended are taken out. */
  readonly #programs = new Map<number, Entry>();
  #nextId = 1;
  #waiting = 0;
  #state: "running" | "ended" = "running";

  private constructor(process: SupervisorProcess, folder: string, ended: Promise<unknown>) {
    this.#process = process;
    this.folder = folder;
    this.#ended = ended.then(() => this.#finish());
    this.#holdProcess(false);
  }

  /** A supervisor whose folder is there. */
  static async start(host: TestHost): Promise<Supervisor> {
    const script = fileURLToPath(new URL("./supervisor.mjs", import.meta.url));
    const child = spawn(host.nodeProgram, [script, join(host.temporaryDirectory, "kubewright-")], {
      cwd: host.temporaryDirectory,
      // A process group of its own: Ctrl-C in a terminal ends only us, and it then cleans up.
      detached: true,
      env: {},
      stdio: ["pipe", "pipe", "ignore"],
    });
    // Writing to a supervisor that has just died fails; `ended` says so.
    child.stdin.on("error", () => {});
    const ended = new Promise<string>((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("close", (code, signal) => resolve(`it ended with ${signal ?? `exit code ${code}`}`));
    });
    const lines = createInterface({ input: child.stdout });
    const first = await Promise.race([once(lines, "line") as Promise<[string]>, ended]);
    if (typeof first === "string") {
      throw new TestingError("SERVER_START_FAILED", `${host.nodeProgram} ${script} did not start: ${first}`);
    }
    const ready = JSON.parse(first[0]) as Extract<Report, { type: "ready" }>;
    const supervisor = new Supervisor(child, ready.folder, ended);
    lines.on("line", (line) => supervisor.#receive(JSON.parse(line) as Report));
    return supervisor;
  }

  /** Starts a program whose output is added to the file `log`. Rejects when it cannot be executed. */
  async run(program: string, args: readonly string[], log: string): Promise<SupervisedProgram> {
    if (this.#state === "ended") throw new TestingError("SERVER_STATE", `cannot start ${program}: already disposed of`);
    const id = this.#nextId++;
    const entry: Entry = { started: deferred(), exited: deferred(), signals: [] };
    this.#programs.set(id, entry);
    this.#send({ type: "start", id, program, args, log });
    const pid = await this.#waitFor(entry.started.promise);
    const exited = entry.exited.promise;
    const signal = async (name: NodeJS.Signals): Promise<void> => {
      if (!this.#programs.has(id)) return;
      const sent = deferred<void>();
      entry.signals.push(sent);
      this.#send({ type: "signal", id, signal: name });
      await this.#waitFor(sent.promise);
    };
    const stop = async (name: NodeJS.Signals): Promise<Exit> => {
      await signal(name);
      return this.#waitFor(exited);
    };
    return { pid, exited, signal, stop };
  }

  /** Kills all programs and removes the folder. Resolves when nothing is left. Harmless when done before. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.stdin.end();
    await this.#waitFor(this.#ended);
  }

  #send(command: Command): void {
    this.#process.stdin.write(`${JSON.stringify(command)}\n`);
  }

  #receive(report: Report): void {
    if (report.type === "ready") return;
    const entry = this.#programs.get(report.id);
    if (entry === undefined) return;
    switch (report.type) {
      case "started":
        entry.pid = report.pid;
        entry.started.resolve(report.pid);
        return;
      case "signalled":
        entry.signals.shift()?.resolve();
        return;
      case "failed":
        this.#forget(report.id, new TestingError("SERVER_START_FAILED", report.message));
        return;
      case "exited":
        entry.exited.resolve({ code: report.code, signal: report.signal });
        this.#forget(report.id);
    }
  }

  /** Takes out a program that has ended, and settles what still waits for it. */
  #forget(id: number, error = new TestingError("SERVER_START_FAILED", "the supervisor process ended")): void {
    const entry = this.#programs.get(id);
    if (entry === undefined) return;
    this.#programs.delete(id);
    entry.started.reject(error);
    entry.exited.resolve({ code: null, signal: "SIGKILL" });
    for (const sent of entry.signals) sent.resolve();
  }

  /** After the supervisor process has ended: does what it could not do if it was killed itself. */
  async #finish(): Promise<void> {
    this.#state = "ended";
    for (const [id, entry] of this.#programs) {
      if (entry.pid !== undefined) killGroup(entry.pid);
      this.#forget(id);
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #waitFor<T>(promise: Promise<T>): Promise<T> {
    this.#waiting++;
    this.#holdProcess(true);
    try {
      return await promise;
    } finally {
      this.#waiting--;
      if (this.#waiting === 0) this.#holdProcess(false);
    }
  }

  /** Whether the supervisor process keeps this one alive. */
  #holdProcess(holds: boolean): void {
    const { stdin, stdout } = this.#process;
    for (const handle of [this.#process, stdin as Socket, stdout as Socket]) {
      if (holds) handle.ref();
      else handle.unref();
    }
  }
}

type SupervisorProcess = ChildProcessByStdio<Writable, Readable, null>;

interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

function deferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise;
    reject = rejectPromise;
  });
  // Whoever needs the outcome awaits the promise; a rejection that comes later than they left is not an accident.
  promise.catch(() => {});
  return { promise, resolve, reject };
}

/** Kills a program that leads a process group, and the rest of the group. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
