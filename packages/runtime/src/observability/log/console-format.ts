import type { LogFormat, LogLevel, LogLine } from "./log-line.ts";
import type { LogValue } from "./log-value.ts";

const messageWidth = 40;
const reconcileId = "reconcileID";
const shownIdLength = 8;
const colors: Readonly<Record<LogLevel, number>> = { debug: 90, info: 36, warn: 33, error: 31 };

/**
 * Lines for people: time, level and message in columns, then `name=value`; stacks of errors on lines of their own.
 *
 * Shorter than JSON lines: an object is its name (`ConfigMap=shop/web`), once; empty fields are left out, and a reconcile id is as long as it
 * must be to tell two apart.
 */
export function consoleFormat(options: { readonly hasColor: boolean }): LogFormat {
  const paint = (color: number, text: string) => (options.hasColor ? `\u001b[${color}m${text}\u001b[0m` : text);
  return ({ time, level, message, fields }: LogLine): string => {
    const stacks: string[] = [];
    const shown = entriesFor(fields).map(([name, value]) => {
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

/** The fields that tell something that no other one does. */
function entriesFor(fields: LogLine["fields"]): [string, LogValue][] {
  const { namespace, name } = fields;
  const isObjectShown = Object.values(fields).some(
    (value) => isReference(value) && value.name === name && value.namespace === namespace,
  );
  return Object.entries(fields).flatMap(([key, value]) => {
    if (value === "" || (isObjectShown && (key === "namespace" || key === "name"))) return [];
    return [[key, key === reconcileId && typeof value === "string" ? value.slice(0, shownIdLength) : value]];
  });
}

function fieldText(value: LogValue): string {
  if (typeof value === "string") return plainText(value);
  if (isErrorValue(value)) return plainText(messageOf(value));
  if (isReference(value)) return plainText(referenceText(value));
  return escapeControls(JSON.stringify(value));
}

interface Reference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name: string;
}

const referenceKeys: readonly string[] = ["apiVersion", "kind", "namespace", "name"];

/** Whether a value says which object is meant, and nothing else. */
function isReference(value: LogValue): value is Reference & { readonly [key: string]: LogValue } {
  if (typeof value !== "object" || value === null || !("name" in value)) return false;
  return Object.entries(value).every(([key, part]) => referenceKeys.includes(key) && typeof part === "string");
}

function referenceText({ kind, namespace, name }: Reference): string {
  return `${kind === undefined ? "" : `${kind}:`}${namespace ? `${namespace}/` : ""}${name}`;
}

/** As it is where that is one clear word, else quoted. */
function plainText(text: string): string {
  return /^[^\s"'=\\\p{Cc}\u2028\u2029]+$/u.test(text) ? text : escapeControls(JSON.stringify(text));
}

/** No character of it moves a terminal's cursor or begins a line. JSON leaves some of them as they are. */
function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => {
    const inJson = JSON.stringify(character).slice(1, -1);
    return inJson === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}` : inJson;
  });
}

interface ErrorValue {
  readonly message: string;
  readonly stack?: string;
  readonly cause?: LogValue;
  readonly errors?: LogValue;
}

const errorKeys: readonly string[] = ["message", "code", "reason", "stack", "cause", "errors"];

function isErrorValue(value: LogValue | undefined): value is ErrorValue & { readonly [key: string]: LogValue } {
  if (typeof value !== "object" || value === null || !("message" in value)) return false;
  return Object.keys(value).every((key) => errorKeys.includes(key));
}

/** With the messages of its causes. */
function messageOf(error: ErrorValue): string {
  return isErrorValue(error.cause) ? `${error.message}: ${messageOf(error.cause)}` : error.message;
}

function stacksOf(value: LogValue | undefined): string[] {
  if (!isErrorValue(value)) return [];
  const inner = [value.cause, ...(Array.isArray(value.errors) ? (value.errors as readonly LogValue[]) : [])];
  return [
    ...(value.stack === undefined ? [] : [value.stack]),
    ...inner.flatMap((cause) => stacksOf(cause).map((stack) => `caused by: ${stack}`)),
  ];
}

function indent(stack: string): string[] {
  return stack.split(/[\n\r]+/).map((line) => `    ${escapeControls(line)}`);
}
