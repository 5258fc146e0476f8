import { hostname } from "node:os";

/** What the runtime takes from the process it runs in, beyond time and the environment. */
export interface ProcessHost {
  /** Calls `callback` for each SIGINT and SIGTERM, until disposed. */
  onStopSignal(callback: (signal: string) => void): Disposable;
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
    exit: (code) => process.exit(code),
    writeLine: (line) => void process.stderr.write(line),
    isTerminal: process.stderr.isTTY === true,
    hostname: hostname(),
    uuid: () => process.getBuiltinModule("node:crypto").randomUUID(),
  };
}
