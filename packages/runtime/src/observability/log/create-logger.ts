import type { Clock } from "@kubewright/api";
import { systemClock, systemHost } from "@kubewright/client";
import { RuntimeError, type RuntimeErrorCode } from "../../errors.ts";
import { type ProcessHost, systemProcess } from "../../host.ts";
import { consoleFormat } from "./console-format.ts";
import { formatJsonLine } from "./json-format.ts";
import type { LogFormat, LogLevel } from "./log-line.ts";
import { type LogValue, LogValueWriter } from "./log-value.ts";
import type { Logger } from "./logger.ts";

export interface LoggerOptions {
  /** The least level that is written; `silent` writes nothing. @default "info" */
  readonly level?: LogLevel | "silent";
  /** JSON lines, or lines for people. @default "console" on a terminal, "json" elsewhere */
  readonly format?: "json" | "console";
  /** In each line. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Takes the lines. @default the process, whose lines go to standard error */
  readonly process?: Pick<ProcessHost, "writeLine" | "isTerminal">;
  /** @default the host's */
  readonly clock?: Clock;
  /** `NO_COLOR`, if not empty, keeps colours off a terminal. @default the process's environment */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** All that a level can be. */
export const levelNames: readonly (LogLevel | "silent")[] = ["debug", "info", "warn", "error", "silent"];
/** All that a format can be. */
export const formatNames: readonly ("json" | "console")[] = ["json", "console"];
const levels: readonly LogLevel[] = ["debug", "info", "warn", "error"];

/**
 * A logger that writes JSON or console lines, and never throws.
 *
 * Kubernetes objects among the fields are written as references, and long or deep values are cut. Below the level `error`, failures of the
 * server, the client and the runtime come without stack: they are states of the world. Throws RuntimeError `INVALID_ARGUMENT` for a level or
 * format that is none.
 */
export function createLogger(options: LoggerOptions = {}): Logger {
  const { level = "info", process = systemProcess(), clock = systemClock, fields = {} } = options;
  refuseUnknown("INVALID_ARGUMENT", "createLogger: level", options.level, levelNames);
  refuseUnknown("INVALID_ARGUMENT", "createLogger: format", options.format, formatNames);
  const format = options.format ?? (process.isTerminal ? "console" : "json");
  const { NO_COLOR: noColor } = options.env ?? systemHost().env;
  const sink: LogSink = {
    write: (line) => process.writeLine(line),
    clock,
    format: format === "json" ? formatJsonLine : consoleFormat({ hasColor: process.isTerminal && !noColor }),
    isWritten: (lineLevel) => level !== "silent" && levels.indexOf(lineLevel) >= levels.indexOf(level),
  };
  return new LineLogger(sink, new LogValueWriter().writeFields(fields));
}

/** Throws RuntimeError `INVALID_SETUP`, which names the option of the manager, for a level or format that is none. */
export function refuseUnknownLogging(options: { readonly logLevel: unknown; readonly logFormat: unknown }): void {
  refuseUnknown("INVALID_SETUP", "logLevel", options.logLevel, levelNames);
  refuseUnknown("INVALID_SETUP", "logFormat", options.logFormat, formatNames);
}

function refuseUnknown(code: RuntimeErrorCode, option: string, value: unknown, known: readonly string[]): void {
  if (value === undefined || known.includes(value as string)) return;
  throw new RuntimeError(code, `${option} is ${JSON.stringify(value)}, but must be one of ${known.join(", ")}`);
}

interface LogSink {
  readonly write: (line: string) => void;
  readonly clock: Clock;
  readonly format: LogFormat;
  readonly isWritten: (level: LogLevel) => boolean;
}

class LineLogger implements Logger {
  readonly #sink: LogSink;
  readonly #fields: Readonly<Record<string, LogValue>>;

  constructor(sink: LogSink, fields: Readonly<Record<string, LogValue>>) {
    this.#sink = sink;
    this.#fields = fields;
  }

  debug(fields: object, message: string): void {
    this.#log("debug", fields, message);
  }

  info(fields: object, message: string): void {
    this.#log("info", fields, message);
  }

  warn(fields: object, message: string): void {
    this.#log("warn", fields, message);
  }

  error(fields: object, message: string): void {
    this.#log("error", fields, message);
  }

  child(fields: Record<string, unknown>): Logger {
    return new LineLogger(this.#sink, { ...this.#fields, ...new LogValueWriter().writeFields(fields) });
  }

  #log(level: LogLevel, fields: object, message: string): void {
    const { isWritten, format, write, clock } = this.#sink;
    if (!isWritten(level)) return;
    try {
      const time = new Date(clock.now()).toISOString();
      const writer = new LogValueWriter({ expectedStacks: level === "error" });
      write(format({ time, level, message, fields: { ...this.#fields, ...writer.writeFields(fields) } }));
    } catch {
      // A full disk or a closed pipe must not end what is being logged about.
    }
  }
}
