import * as nodeModule from "node:module";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline/promises";
import type { Clock } from "@kubewright/api";

/** What a command takes from the process it runs in. */
export interface CommandHost {
  /** For results: what a script reads. */
  readonly output: TextOutput;
  /** For everything said to the user meanwhile, errors included. */
  readonly messages: TextOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly temporaryFolder: string;
  readonly processId: number;
  /** @default the host's */
  readonly clock?: Clock;
  /** Aborts when the user wants the program to end. */
  readonly interrupted: AbortSignal;
  /** Asks the user, who is at a terminal, for a line; undefined: the input has ended. Absent: there is nobody to ask. */
  readonly ask?: (question: string) => Promise<string | undefined>;
}

/** Where text goes. */
export interface TextOutput {
  write(text: string): void;
  readonly isTerminal: boolean;
}

/** The process that this program is. */
export function systemCommandHost(): CommandHost {
  const interrupted = interruption();
  return {
    output: textOutput(process.stdout),
    messages: textOutput(process.stderr),
    env: process.env,
    folder: process.cwd(),
    temporaryFolder: tmpdir(),
    processId: process.pid,
    interrupted: interrupted.signal,
    ...(process.stdin.isTTY && process.stderr.isTTY && { ask: (question) => askOnTerminal(question, interrupted) }),
  };
}

/** One Ctrl-C: npm hands on to its program what the terminal has sent there already. */
const signalsAtOnce = 2;

/** Aborts when the process is told to end. Who tells it again does not want to wait. */
function interruption(): AbortController {
  const interrupted = new AbortController();
  let signals = 0;
  const onSignal = () => {
    signals++;
    if (signals > signalsAtOnce) process.exit(130);
    interrupted.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  return interrupted;
}

/** The terminal is in the mode for lines only while it is asked. */
async function askOnTerminal(question: string, interrupted: AbortController): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = new Promise<undefined>((resolve) => lines.once("close", () => resolve(undefined)));
    // In this mode, Ctrl-C is no signal.
    lines.once("SIGINT", () => interrupted.abort());
    const answer = lines.question(question, { signal: interrupted.signal }).catch(() => undefined);
    return await Promise.race([answer, ended]);
  } finally {
    lines.close();
  }
}

/**
 * Has the host keep the compiled code of what is imported from now on, for the next time: without it, a third of a start is compiling.
 * Does nothing before Node 22.
 */
export function keepCompiledCode(): void {
  (nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.();
}

function textOutput(stream: NodeJS.WriteStream): TextOutput {
  // Whoever reads may go first, as `head` does.
  stream.on("error", () => {});
  return { write: (text) => void stream.write(text), isTerminal: stream.isTTY === true };
}
