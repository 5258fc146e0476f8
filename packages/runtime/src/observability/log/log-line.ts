import type { LogValue } from "./log-value.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";

/** One line of log, before it is text. */
export interface LogLine {
  readonly time: string;
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: Readonly<Record<string, LogValue>>;
}

/** Makes a line of text, with its newline. */
export type LogFormat = (line: LogLine) => string;
