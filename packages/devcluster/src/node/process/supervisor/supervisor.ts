import { type ChildProcess, spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import type { Clock } from "@kubewright/api";
import { systemClock } from "@kubewright/client";
import { DevClusterError } from "../../../errors.ts";
import { killMarked } from "./marked-processes.mjs";
import type { Command, OutputStream, ProcessSpec, Report } from "./supervisor-protocol.ts";

export interface SupervisorOptions {
  /** Of the node; removed in the end. */
  readonly folder: string;
  /** The Node program. */
  readonly nodeProgram: string;
  readonly clock: Clock;
}

/** A process that the supervisor runs, with all that it started. */
export interface SupervisedProcess {
  readonly pid: number;
  /**
   * Its exit code, 128 more than the signal's number if one ended it. Resolves when all output was given, and what it had started
   * is gone as well. Never rejects.
   */
  readonly exited: Promise<number>;
  /** Harmless when it has ended. */
  signal(signal: NodeJS.Signals): void;
}

/** A program could not be executed. */
export class StartError extends Error {
  override readonly name: string = "StartError";
  /** As `ENOENT`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** How long output of a process that has ended is waited for, where one that has left its group holds it. */
const outputWaitMs = 500;
/** How long the supervisor process may take to end by itself. */
const endWaitMs = 1_000;
/** Linux lets all users but root together make a session nicer no more often. */
const nicerEveryMs = 100;

interface Entry {
  pid?: number;
  code?: number;
  readonly onOutput: (stream: OutputStream, data: Buffer) => void;
  readonly started: (pid: number) => void;
  readonly failed: (error: Error) => void;
  readonly exited: (code: number) => void;
}

/**
 * Runs processes that cannot outlive this one.
 *
 * A process of its own starts them. When this process ends, in whatever way, or disposes of the supervisor, they are killed. If the
 * supervisor process is killed, they are, too, and the next one to run gets a new supervisor process.
 */
export class Supervisor implements AsyncDisposable {
  readonly #options: SupervisorOptions;
  /** By the id of the command that started it. Those that have ended are taken out. */
  readonly #entries = new Map<number, Entry>();
  /** Resolves when it is ready. */
  #child: Promise<RunningSupervisor> | undefined;
  #process: RunningSupervisor | undefined;
  #nextId = 1;
  #isDisposed = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Starts the supervisor process ahead of need. */
  async start(): Promise<void> {
    await this.#running();
  }

  /** Starts a process. Rejects with a StartError when it cannot be executed. */
  async run(
    spec: ProcessSpec,
    onOutput: (stream: OutputStream, data: Buffer) => void = () => {},
  ): Promise<SupervisedProcess> {
    const supervisor = await this.#running();
    const id = this.#nextId++;
    let exited!: (code: number) => void;
    const exit = new Promise<number>((resolve) => {
      exited = resolve;
    });
    const pid = await new Promise<number>((started, failed) => {
      this.#entries.set(id, { onOutput, started, failed, exited });
      supervisor.send({ type: "start", id, ...spec });
    });
    return {
      pid,
      exited: exit,
      signal: (signal) => {
        if (this.#entries.has(id)) supervisor.send({ type: "signal", id, signal });
      },
    };
  }

  /** Kills all processes. Resolves when nothing is left, neither of them nor of the folder. Harmless when done before. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    const process = this.#process;
    // In real time, whatever the clock is: the process may have been stopped, or hang.
    const timer = systemClock.schedule(endWaitMs, () => process?.kill());
    await this.#child?.catch(() => undefined);
    process?.end();
    await process?.ended;
    timer.cancel();
    killMarked(`${this.#options.folder}/`);
    await rm(this.#options.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #running(): Promise<RunningSupervisor> {
    if (this.#isDisposed) throw new DevClusterError("CLOSED", "the node was stopped: it runs no processes");
    this.#child ??= this.#spawn();
    return this.#child;
  }

  #spawn(): Promise<RunningSupervisor> {
    const { nodeProgram, folder } = this.#options;
    const script = fileURLToPath(new URL("./supervisor.mjs", import.meta.url));
    const child = spawn(nodeProgram, ["--max-semi-space-size=1", "--max-old-space-size=64", script, folder], {
      cwd: folder,
      // A process group of its own: Ctrl-C in a terminal ends only us, and it then cleans up.
      detached: true,
      env: {},
      stdio: ["pipe", "pipe", "ignore"],
    });
    return new Promise((resolve, reject) => {
      const ended = new Promise<void>((done) => {
        const end = (error: Error) => {
          this.#lost(error);
          reject(error);
          done();
        };
        child.once("error", (error) => end(unsupported(nodeProgram, error.message)));
        child.once("close", (code, signal) => end(unsupported(nodeProgram, `it ended with ${signal ?? code}`)));
      });
      // Writing to one that has just died fails; `ended` says so.
      child.stdin.on("error", () => {});
      const running: RunningSupervisor = {
        ended,
        send: (command) => void child.stdin.write(`${JSON.stringify(command)}\n`),
        end: () => child.stdin.end(),
        kill: () => child.kill("SIGKILL"),
      };
      this.#process = running;
      readLines(child, (line) => {
        const report = JSON.parse(line) as Report;
        if (report.type === "ready") resolve(running);
        else this.#receive(report, running);
      });
    });
  }

  #receive(report: Exclude<Report, { type: "ready" }>, supervisor: RunningSupervisor): void {
    const { id } = report;
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    switch (report.type) {
      case "started":
        entry.pid = report.pid;
        entry.started(report.pid);
        return;
      case "failed":
        this.#entries.delete(id);
        entry.failed(new StartError(report.code, report.message));
        return;
      case "not-nicer": {
        const { niceness } = report;
        systemClock.schedule(nicerEveryMs, () => {
          if (this.#entries.has(id)) supervisor.send({ type: "become-nicer", id, niceness });
        });
        return;
      }
      case "output":
        entry.onOutput(report.stream, Buffer.from(report.data, "base64"));
        return;
      case "ended": {
        entry.code = exitCodeOf(report.code, report.signal);
        const release = () => supervisor.send({ type: "release", id });
        const timer = this.#options.clock.schedule(outputWaitMs, release);
        const { exited } = entry;
        this.#entries.set(id, {
          ...entry,
          exited: (code) => {
            timer.cancel();
            exited(code);
          },
        });
        return;
      }
      case "closed":
        this.#entries.delete(id);
        entry.exited(entry.code ?? 137);
    }
  }

  /** After the supervisor process has ended: does what it could not do if it was killed. */
  #lost(error: Error): void {
    this.#child = undefined;
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    for (const { pid } of entries) if (pid !== undefined) killGroup(pid);
    killMarked(`${this.#options.folder}/`);
    for (const entry of entries) {
      entry.failed(error);
      entry.exited(entry.code ?? 137);
    }
  }
}

interface RunningSupervisor {
  readonly ended: Promise<void>;
  send(command: Command): void;
  end(): void;
  kill(): void;
}

function readLines({ stdout }: ChildProcess, onLine: (line: string) => void): void {
  let rest = "";
  stdout?.setEncoding("utf8");
  stdout?.on("data", (text: string) => {
    if (!text.includes("\n")) {
      rest += text;
      return;
    }
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
}

function exitCodeOf(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

function unsupported(program: string, why: string): DevClusterError {
  return new DevClusterError("UNSUPPORTED_HOST", `the supervisor of pods cannot run with ${program}: ${why}`);
}

/** Kills a process that leads a process group, and the rest of the group. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // They have ended.
  }
}
