/** A line of a log for people: of one in JSON, the level, the message and the error's; another one as it is. */
export function readableLine(line: string): string {
  const { level, msg, err } = fieldsOf(line);
  if (typeof msg !== "string") return line;
  const { message } = (err ?? {}) as { readonly message?: unknown };
  const text = typeof message === "string" ? `${msg}: ${message}` : msg;
  return typeof level === "string" ? `${level.toUpperCase()} ${text}` : text;
}

function fieldsOf(line: string): Readonly<Record<string, unknown>> {
  if (!line.startsWith("{")) return {};
  try {
    return JSON.parse(line) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
