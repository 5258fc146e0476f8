import type { LogFormat, LogLevel, LogLine } from "./log-line.ts";
import type { LogValue } from "./log-value.ts";

const messageWidth = 40;
const colors: Readonly<Record<LogLevel, number>> = { debug: 90, info: 36, warn: 33, error: 31 };

/** Lines for people: time, level and message in columns, then `name=value`; stacks of errors on lines of their own. */
export function consoleFormat(options: { readonly hasColor: boolean }): LogFormat {
  const paint = (color: number, text: string) => (options.hasColor ? `\u001b[${color}m${text}\u001b[0m` : text);
  return ({ time, level, message, fields }: LogLine): string => {
    const stacks: string[] = [];
    const shown = Object.entries(fields).map(([name, value]) => {
      stacks.push(...stacksOf(value));
      return `${paint(90, `${plainText(name)}=`)}${fieldText(value)}`;
    });
    const text = escapeControls(message);
    const columns = [
      paint(90, time),
      paint(colors[level], level.toUpperCase().padEnd(5)),
      shown.length === 0 ? text : text.padEnd(messageWidth),
      ...shown,
    ];
    const lines = [columns.join(" "), ...stacks.flatMap((stack) => indent(stack))];
    return `${lines.join("\n")}\n`;
  };
}

function fieldText(value: LogValue): string {
  if (typeof value === "string") return plainText(value);
  if (isErrorValue(value)) return plainText(messageOf(value));
  return JSON.stringify(value);
}

/** As it is where that is one clear word, else quoted. */
function plainText(text: string): string {
  return /^[^\s"'=\\\p{Cc}\u2028\u2029]+$/u.test(text) ? text : JSON.stringify(text);
}

function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => JSON.stringify(character).slice(1, -1));
}

interface ErrorValue {
  readonly message: string;
  readonly stack: string;
  readonly cause?: LogValue;
  readonly errors?: LogValue;
}

function isErrorValue(value: LogValue | undefined): value is ErrorValue & { readonly [key: string]: LogValue } {
  return typeof value === "object" && value !== null && "message" in value && "stack" in value;
}

/** With the messages of its causes. */
function messageOf(error: ErrorValue): string {
  return isErrorValue(error.cause) ? `${error.message}: ${messageOf(error.cause)}` : error.message;
}

function stacksOf(value: LogValue | undefined): string[] {
  if (!isErrorValue(value)) return [];
  const inner = [value.cause, ...(Array.isArray(value.errors) ? (value.errors as readonly LogValue[]) : [])];
  return [value.stack, ...inner.flatMap((cause) => stacksOf(cause).map((stack) => `caused by: ${stack}`))];
}

function indent(stack: string): string[] {
  return stack.split(/[\n\r]+/).map((line) => `    ${escapeControls(line)}`);
}
