/**
 * Splits the target of a request into its path, unescaped, and its query. Undefined when the path cannot be unescaped.
 *
 * A target may begin with the address of a server, as for a proxy: that does not count.
 */
export function splitTarget(target: string): { readonly path: string; readonly query: URLSearchParams } | undefined {
  const start = target.startsWith("/") ? 0 : (/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i.exec(target)?.[0].length ?? 0);
  const mark = target.indexOf("?", start);
  const escaped = target.slice(start, mark === -1 ? undefined : mark);
  const path = escaped.includes("%") ? unescaped(escaped) : escaped;
  if (path === undefined) return undefined;
  return { path, query: mark === -1 ? new URLSearchParams() : parseQuery(target.slice(mark + 1)) };
}

/** Reads a query string as Go does: pairs with a bad escape or a semicolon are left out. */
export function parseQuery(text: string): URLSearchParams {
  const query = new URLSearchParams();
  for (const pair of text.split("&")) {
    if (pair === "" || pair.includes(";")) continue;
    const equals = pair.indexOf("=");
    const name = unescaped((equals === -1 ? pair : pair.slice(0, equals)).replaceAll("+", " "));
    const value = unescaped(equals === -1 ? "" : pair.slice(equals + 1).replaceAll("+", " "));
    if (name !== undefined && value !== undefined) query.append(name, value);
  }
  return query;
}

function unescaped(text: string): string | undefined {
  if (!text.includes("%")) return text;
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    // Bytes that are no UTF-8: Go keeps them, which a text here cannot; what prints for them is the same.
    return Buffer.from(
      text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex) => latin1(hex)),
      "latin1",
    ).toString("utf8");
  }
}

function latin1(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}
