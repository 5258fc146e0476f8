import { hostname } from "node:os";

/** What the runtime takes from the process it runs in, beyond time and the environment. */
export interface ProcessHost {
  /** Calls `callback` for each SIGINT and SIGTERM, until disposed. */
  onStopSignal(callback: (signal: string) => void): Disposable;
  /** Calls `callback` with each error that nobody caught or awaited, which ends the process no more, until disposed. */
  onCrash(callback: (error: unknown, origin: CrashOrigin) => void): Disposable;
  /** Keeps the process from ending for want of anything that it waits for, until disposed. */
  keepAlive(): Disposable;
  /** Ends the process at once. */
  exit(code: number): void;
  /** Writes one line of log, with its newline. */
  writeLine(line: string): void;
  /** Whether lines go to a person's terminal. */
  readonly isTerminal: boolean;
  readonly hostname: string;
  /** A random identifier in the form of RFC 9562. */
  uuid(): string;
}

/** What a program takes from the process that it is. */
export interface ProgramHost extends Pick<ProcessHost, "writeLine" | "isTerminal"> {
  /** How it was called: `node dist/main.js`. */
  readonly command: string;
  /** What came after that. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes to standard output. */
  writeOutput(text: string): void;
  /** Has the process end with this code, when there is nothing left that it waits for. */
  setExitCode(code: number): void;
}

/** Where an error came from: a callback that threw, or a promise that nobody awaited. */
export type CrashOrigin = "uncaughtException" | "unhandledRejection";

// As it was at the start: a test that puts a fake in its place would keep waiting whoever waits for their turn, also when it is gone again.
const { setImmediate } = globalThis;

/** Resolves when all that is under way at this moment, and needs to wait for nothing, is done. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The longest that a timer can wait. */
const maxDelayMs = 2 ** 31 - 1;

/** The real process. */
export function systemProcess(): ProcessHost {
  return {
    onStopSignal(callback) {
      process.on("SIGINT", callback);
      process.on("SIGTERM", callback);
      return {
        [Symbol.dispose]() {
          process.off("SIGINT", callback);
          process.off("SIGTERM", callback);
        },
      };
    },
    onCrash(callback) {
      // Rejections, too, unless someone else listens to those.
      process.on("uncaughtException", callback);
      return { [Symbol.dispose]: () => void process.off("uncaughtException", callback) };
    },
    keepAlive() {
      const timer = setInterval(() => {}, maxDelayMs);
      return { [Symbol.dispose]: () => clearInterval(timer) };
    },
    exit: (code) => process.exit(code),
    writeLine: (line) => void process.stderr.write(line),
    isTerminal: process.stderr.isTTY === true,
    hostname: hostname(),
    uuid: () => process.getBuiltinModule("node:crypto").randomUUID(),
  };
}

/** The program that the real process is. */
export function systemProgram(): ProgramHost {
  const { writeLine, isTerminal } = systemProcess();
  const [, file = "main.js", ...args] = process.argv;
  return {
    get command() {
      const folder = `${process.cwd()}/`;
      return `node ${file.startsWith(folder) ? file.slice(folder.length) : file}`;
    },
    args,
    env: process.env,
    writeLine,
    isTerminal,
    writeOutput(text) {
      // Whoever reads may go first, as `head` does.
      process.stdout.once("error", () => {}).write(text);
    },
    setExitCode(code) {
      process.exitCode = code;
    },
  };
}
